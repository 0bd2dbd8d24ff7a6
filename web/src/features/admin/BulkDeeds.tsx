// One press for several chosen records. Each is changed by its own call, so that one which somebody
// else has just changed is refused alone; what was not done stays chosen and is told by its name.

import { type RefObject, useRef, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextField } from '../../ui/TextField'
import { useAdminChangeMutation } from './adminApi.ts'
import { OverHead } from './OverHead.tsx'
import type { BulkDeed, Item } from './section.ts'
import type { Picking } from './usePicking.ts'

type Props<Row extends Item> = {
  deeds: readonly BulkDeed<Row>[]
  picking: Picking<Row>
  nameOf: (row: Row) => string
}

export function BulkDeeds<Row extends Item>({ deeds, picking, nameOf }: Props<Row>) {
  const [run] = useAdminChangeMutation()
  const [isRunning, setRunning] = useState(false)
  const [asked, setAsked] = useState<BulkDeed<Row> | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { chosen } = picking
  const rowsFor = ({ applies = () => true }: BulkDeed<Row>) => chosen.filter(applies)
  const offered = deeds.filter((deed) => rowsFor(deed).length > 0)

  const act = useOnce(async (deed: BulkDeed<Row>, reason: string) => {
    setAsked(null)
    setRunning(true)
    const done: string[] = []
    const refused: string[] = []
    let why = ''
    for (const row of rowsFor(deed)) {
      const answer = await run(deed.change(row, reason))
      if (answer.error) {
        refused.push(nameOf(row))
        why = failureText(answer.error, desk.deedFailed)
      } else done.push(row.id)
    }
    setRunning(false)
    picking.tell(
      refused.length > 0
        ? { tone: 'warn', text: desk.bulkPart(done.length, refused, why) }
        : { tone: 'ok', text: desk.bulkDone(done.length) },
      done,
    )
  })

  return (
    <>
      <OverHead picking={picking} place={place}>
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
      </OverHead>
      {asked?.ask && (
        <Question
          ask={asked.ask}
          count={rowsFor(asked).length}
          near={place}
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
