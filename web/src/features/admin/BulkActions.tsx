// Actions on the selected rows. Each record is changed by a request of its own, so a record that somebody
// else has just changed fails alone. Failed records stay selected and are named in the message.

import { type RefObject, useRef, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { problemText } from '../../app/problem.ts'
import { adminList } from '../../app/texts/adminList.ts'
import type { RowSelection } from '../../app/useRowSelection.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { refreshTags, useAdminChangeMutation } from './adminApi.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { BulkAction, Item } from './section.ts'

type Props<Row extends Item> = {
  actions: readonly BulkAction<Row>[]
  selection: RowSelection<Row>
  rowName: (row: Row) => string
}

export function BulkActions<Row extends Item>({ actions, selection, rowName }: Props<Row>) {
  const dispatch = useAppDispatch()
  const [run] = useAdminChangeMutation()
  const [isRunning, setRunning] = useState(false)
  const [pendingAction, setPendingAction] = useState<BulkAction<Row> | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const { selected } = selection
  const applicableRows = ({ isApplicable = () => true }: BulkAction<Row>) =>
    selected.filter(isApplicable)
  const offeredActions = actions.filter((action) => applicableRows(action).length > 0)

  const runAction = useSingleFlight(async (action: BulkAction<Row>, reason: string) => {
    setPendingAction(null)
    setRunning(true)
    const done: string[] = []
    const refused: string[] = []
    const changes = applicableRows(action).map((row) => ({
      row,
      change: action.change(row, reason),
    }))
    let failure = ''
    for (const { row, change } of changes) {
      const answer = await run({ ...change, isPartOfBulk: true })
      if (answer.error) {
        refused.push(rowName(row))
        failure = problemText(answer.error, adminList.actionFailed)
      } else done.push(row.id)
    }
    dispatch(refreshTags(changes.flatMap(({ change }) => change.tags)))
    setRunning(false)
    selection.setOutcome(
      refused.length > 0
        ? { tone: 'warn', text: adminList.bulkPart(done.length, refused, failure) }
        : { tone: 'ok', text: adminList.bulkDone(done.length) },
      done,
    )
  })

  return (
    <>
      <SelectionBar selection={selection} container={container}>
        {offeredActions.map((action) => (
          <Button
            key={action.key}
            small
            variant={action.confirmation ? 'danger' : 'line'}
            pendingLabel={isRunning && adminList.working}
            onClick={() =>
              action.confirmation ? setPendingAction(action) : void runAction(action, '')
            }
          >
            {action.label(applicableRows(action).length)}
          </Button>
        ))}
      </SelectionBar>
      {pendingAction?.confirmation && (
        <Confirmation
          confirmation={pendingAction.confirmation}
          count={applicableRows(pendingAction).length}
          near={container}
          onConfirm={(reason) => void runAction(pendingAction, reason)}
          onCancel={() => setPendingAction(null)}
        />
      )}
    </>
  )
}

type ConfirmationProps<Row> = {
  confirmation: NonNullable<BulkAction<Row>['confirmation']>
  count: number
  near: RefObject<HTMLElement | null>
  onConfirm: (reason: string) => void
  onCancel: () => void
}

function Confirmation<Row>({
  confirmation,
  count,
  near,
  onConfirm,
  onCancel,
}: ConfirmationProps<Row>) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      open
      title={confirmation.title(count)}
      description={confirmation.hint}
      confirm={confirmation.confirm}
      disabled={Boolean(confirmation.reason) && reason.trim() === ''}
      restoreFocusTo={near}
      onConfirm={() => onConfirm(reason.trim())}
      onCancel={onCancel}
    >
      {confirmation.reason && (
        <TextField
          {...confirmation.reason}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
