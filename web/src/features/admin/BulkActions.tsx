// Actions on the selected rows. Each record has its own request, so a record that somebody else has
// just changed fails alone. Failed records stay selected and are named in the message.

import { useRef, useState } from 'react'
import { isProblem, problemText } from '../../api/problem.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import type { RowSelection } from '../../shared/list/useRowSelection.ts'
import { adminList } from '../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../shared/useSingleFlight.ts'
import { Button } from '../../ui/Button.tsx'
import { type ActionValues, ConfirmForm } from './ActionForm.tsx'
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
  const confirmation = pendingAction?.confirmation
  const pendingCount = pendingAction ? applicableRows(pendingAction).length : 0
  const offeredActions = actions.filter((action) => applicableRows(action).length > 0)

  async function runAction(action: BulkAction<Row>, values: ActionValues) {
    setRunning(true)
    const done: string[] = []
    const refused: string[] = []
    const changes = applicableRows(action).map((row) => ({
      row,
      change: action.change(row, values),
    }))
    let failure = ''
    for (const { row, change } of changes) {
      const { error } = await run({ ...change, isPartOfBulk: true })
      // If the first record refuses a typed value, the others would refuse it too.
      if (isAboutField(error, values) && done.length + refused.length === 0) {
        setRunning(false)
        return { error }
      }
      if (error) {
        refused.push(rowName(row))
        failure = problemText(error, adminList.actionFailed)
      } else done.push(row.id)
    }
    dispatch(refreshTags(changes.flatMap(({ change }) => change.tags)))
    setRunning(false)
    setPendingAction(null)
    selection.setOutcome(
      refused.length > 0
        ? { tone: 'warn', text: adminList.bulkPart(done.length, refused, failure) }
        : { tone: 'ok', text: adminList.bulkDone(done.length) },
      done,
    )
    return {}
  }
  const runAtOnce = useSingleFlight((action: BulkAction<Row>) => runAction(action, {}))

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
              action.confirmation ? setPendingAction(action) : void runAtOnce(action)
            }
          >
            {action.label(applicableRows(action).length)}
          </Button>
        ))}
      </SelectionBar>
      {pendingAction && confirmation && (
        <ConfirmForm
          {...confirmation}
          title={confirmation.title(pendingCount)}
          hint={
            typeof confirmation.hint === 'function'
              ? confirmation.hint(pendingCount)
              : confirmation.hint
          }
          near={container}
          send={(values) => runAction(pendingAction, values)}
          onCancel={() => setPendingAction(null)}
        />
      )}
    </>
  )
}

const isAboutField = (error: unknown, values: ActionValues) =>
  isProblem(error) && error.errors?.some(({ field }) => field in values)
