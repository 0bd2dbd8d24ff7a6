// One press for several chosen records. Each is changed by its own call, so that one which somebody
// else has just changed is refused alone; what was not done stays chosen and is told by its name.

import { type RefObject, useEffect, useRef, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { catchFocus } from '../../ui/lostFocus'
import { Note } from '../../ui/Note'
import { TextField } from '../../ui/TextField'
import { useAdminChangeMutation } from './adminApi.ts'
import type { Picking } from './Picking.tsx'
import type { BulkDeed, Item } from './section.ts'

type Props<Row extends Item> = {
  deeds: readonly BulkDeed<Row>[]
  picking: Picking<Row>
  nameOf: (row: Row) => string
}
type Outcome = { done: number; refused: string[]; why: string }

export function BulkDeeds<Row extends Item>({ deeds, picking, nameOf }: Props<Row>) {
  const [run] = useAdminChangeMutation()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asked, setAsked] = useState<BulkDeed<Row> | null>(null)
  const told = useRef<HTMLDivElement>(null)
  // The button went with the choice.
  useEffect(() => {
    if (outcome) catchFocus(told.current)
  }, [outcome])
  const { chosen } = picking
  const rowsFor = ({ applies = () => true }: BulkDeed<Row>) => chosen.filter(applies)
  const offered = deeds.filter((deed) => rowsFor(deed).length > 0)

  const act = useOnce(async (deed: BulkDeed<Row>, reason: string) => {
    setAsked(null)
    setRunning(true)
    const result: Outcome = { done: 0, refused: [], why: '' }
    for (const row of rowsFor(deed)) {
      const answer = await run(deed.change(row, reason))
      if (answer.error) {
        result.refused.push(nameOf(row))
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
              onClick={() => (deed.ask ? setAsked(deed) : void act(deed, ''))}
            >
              {deed.label(rowsFor(deed).length)}
            </Button>
          ))}
        </fieldset>
      )}
      <div ref={told}>
        {outcome && (
          <Note tone={outcome.refused.length > 0 ? 'warn' : 'ok'} role="status">
            {outcome.refused.length > 0
              ? desk.bulkPart(outcome.done, outcome.refused, outcome.why)
              : desk.bulkDone(outcome.done)}
          </Note>
        )}
      </div>
      {asked?.ask && (
        <Question
          ask={asked.ask}
          count={rowsFor(asked).length}
          near={told}
          onConfirm={(reason) => void act(asked, reason)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

type QuestionProps<Row> = {
  ask: NonNullable<BulkDeed<Row>['ask']>
  count: number
  near: RefObject<HTMLElement | null>
  onConfirm: (reason: string) => void
  onCancel: () => void
}

function Question<Row>({ ask, count, near, onConfirm, onCancel }: QuestionProps<Row>) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      open
      title={ask.title(count)}
      description={ask.hint}
      confirm={ask.confirm}
      disabled={Boolean(ask.reason) && reason.trim() === ''}
      near={near}
      onConfirm={() => onConfirm(reason.trim())}
      onCancel={onCancel}
    >
      {ask.reason && (
        <TextField
          {...ask.reason}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
