// One press for several chosen records. Each is changed by its own call, so that one which somebody
// else has just changed is refused alone; what was not done stays chosen and is told.

import { useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Note } from '../../ui/Note'
import { useAdminChangeMutation } from './adminApi.ts'
import type { Picking } from './Picking.tsx'
import type { BulkDeed, Item } from './section.ts'

type Props<Row extends Item> = { deeds: readonly BulkDeed<Row>[]; picking: Picking<Row> }
type Outcome = { done: number; refused: number; why: string }

export function BulkDeeds<Row extends Item>({ deeds, picking }: Props<Row>) {
  const [run] = useAdminChangeMutation()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asked, setAsked] = useState<BulkDeed<Row> | null>(null)
  const { chosen } = picking
  const offered = deeds.filter((deed) => chosen.some(deed.applies ?? (() => true)))

  const act = useOnce(async (deed: BulkDeed<Row>) => {
    setAsked(null)
    setRunning(true)
    const result: Outcome = { done: 0, refused: 0, why: '' }
    for (const row of chosen.filter(deed.applies ?? (() => true))) {
      const answer = await run(deed.change(row))
      if (answer.error) {
        result.refused += 1
        result.why = failureText(answer.error, desk.deedFailed)
      } else {
        result.done += 1
        picking.pick(row.id, false)
      }
    }
    setRunning(false)
    setOutcome(result)
  })

  return (
    <>
      {chosen.length > 0 && (
        <fieldset className="btns ad-bulk">
          <legend className="sr">{desk.chosen(chosen.length)}</legend>
          <span className="s num" aria-hidden="true">
            {desk.chosen(chosen.length)}
          </span>
          {offered.map((deed) => (
            <Button
              key={deed.key}
              small
              look={deed.ask ? 'danger' : 'line'}
              sending={isRunning && desk.working}
              onClick={() => (deed.ask ? setAsked(deed) : void act(deed))}
            >
              {deed.label(chosen.filter(deed.applies ?? (() => true)).length)}
            </Button>
          ))}
        </fieldset>
      )}
      {outcome && (
        <Note tone={outcome.refused > 0 ? 'warn' : 'ok'} role="status">
          {outcome.refused > 0
            ? desk.bulkPart(outcome.done, outcome.refused, outcome.why)
            : desk.bulkDone(outcome.done)}
        </Note>
      )}
      {asked && (
        <ConfirmDialog
          open
          title={asked.ask?.title(chosen.length)}
          description={asked.ask?.hint}
          confirm={asked.ask?.confirm}
          onConfirm={() => void act(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
