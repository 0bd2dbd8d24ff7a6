// Actions on the selected rows. Each record has its own request, so a record that somebody else has
// just changed fails alone. Failed records stay selected and are named in the message.

import { useRef, useState } from 'react'
import { describeProblem, isProblem } from '../../../api/problem.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import type { RowSelection } from '../../../shared/list/useRowSelection.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Change, refreshTags, useAdminChangeMutation } from '../adminApi.ts'
import { type ActionValues, ConfirmForm } from '../record/ActionForm.tsx'
import type { BulkAction, Item } from '../section.ts'
import { withChangedNames } from './changedRecords.ts'
import { SelectionBar } from './SelectionBar.tsx'

/** How long a change that is done offers to be taken back. */
const bulkUndoSeconds = 10

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
  const confirmation = pendingAction && confirmationOf(pendingAction, applicableRows(pendingAction))
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
    const former: FormerRecord[] = []
    const names = new Map<string, string>()
    let failure = ''
    for (const { row, change } of changes) {
      const { data, error } = await run({ ...change, isRefreshedByCaller: true })
      // If the first record refuses a typed value, the others would refuse it too.
      if (isAboutField(error, values) && done.length + refused.length === 0) {
        setRunning(false)
        return { error }
      }
      if (error) {
        refused.push(rowName(row))
        failure = describeProblem(error, adminList.actionFailed)
      } else {
        done.push(row.id)
        const version = readVersion(data)
        if (version !== undefined && action.undo) {
          former.push({ id: row.id, version, ...action.undo.formerValues(row) })
          names.set(row.id, rowName(row))
        }
      }
    }
    dispatch(refreshTags(changes.flatMap(({ change }) => change.tags)))
    setRunning(false)
    setPendingAction(null)
    const { isPossible = () => true } = action.undo ?? {}
    const canUndo = former.length === done.length && changes.every(({ row }) => isPossible(row))
    const undo =
      action.undo && canUndo && done.length > 0
        ? undoOf({
            url: action.undo.url,
            former,
            names,
            tags: changes.flatMap(({ change }) => change.tags),
          })
        : undefined
    selection.setOutcome(
      refused.length > 0
        ? { tone: 'warn', text: adminList.bulkPart(done.length, refused, failure), undo }
        : { tone: 'ok', text: adminList.bulkDone(done.length), undo },
      done,
    )
    return {}
  }

  /** One request gives all records their former values back, unless somebody changed one meanwhile. */
  function undoOf({ url, former, names, tags }: BulkUndoRequest) {
    const onUndo = () =>
      void takeBack({ url, method: 'POST', body: { items: former }, tags }, names)
    return { label: adminList.undo, onUndo, seconds: bulkUndoSeconds }
  }
  const takeBack = useSingleFlight(
    async (
      change: Change & { body: { items: FormerRecord[] } },
      names: BulkUndoRequest['names'],
    ) => {
      const { error } = await run(change)
      selection.setOutcome(
        error
          ? {
              tone: 'bad',
              text: describeProblem(withChangedNames(error, names), adminList.actionFailed),
            }
          : { tone: 'ok', text: adminList.undone(change.body.items.length) },
      )
    },
  )
  const runAtOnce = useSingleFlight((action: BulkAction<Row>) => runAction(action, {}))

  return (
    <>
      <SelectionBar selection={selection} container={container}>
        {offeredActions.map((action) => (
          <Button
            key={action.key}
            small
            variant={action.confirmation && !action.undo ? 'danger' : 'line'}
            pendingLabel={isRunning && adminList.working}
            onClick={() =>
              confirmationOf(action, applicableRows(action))
                ? setPendingAction(action)
                : void runAtOnce(action)
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
          variant={pendingAction.undo ? 'solid' : 'danger'}
          near={container}
          send={(values) => runAction(pendingAction, values)}
          onCancel={() => setPendingAction(null)}
        />
      )}
    </>
  )
}

/** The values of a record before the change, and its version after it. */
type FormerRecord = { id: string; version: number; [field: string]: unknown }

type BulkUndoRequest = {
  url: string
  former: FormerRecord[]
  /** The names of the records by id, because the list may not have them any more. */
  names: ReadonlyMap<string, string>
  tags: Change['tags']
}

const readVersion = (answer: unknown) =>
  (answer as { item?: { version?: number } } | undefined)?.item?.version

const confirmationOf = <Row,>({ confirmation }: BulkAction<Row>, rows: readonly Row[]) =>
  typeof confirmation === 'function' ? confirmation(rows) : confirmation

const isAboutField = (error: unknown, values: ActionValues) =>
  isProblem(error) && error.errors?.some(({ field }) => field in values)
