// Actions on the selected rows. Each record has its own request, so a record that somebody else has
// just changed fails alone. Failed records stay selected and are named in the message.

import { useRef, useState } from 'react'
import type { RowSelection } from '../../../shared/list/useRowSelection.ts'
import { adminList, listSomeNames } from '../../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmForm } from '../record/ConfirmForm.tsx'
import type { ActionValues } from '../record/useDeclaredForm.ts'
import type { BulkAction, Item } from '../section.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useBulkChange } from './useBulkChange.ts'

type Props<Row extends Item> = {
  actions: readonly BulkAction<Row>[]
  selection: RowSelection<Row>
  rowName: (row: Row) => string
}

export function BulkActions<Row extends Item>({ actions, selection, rowName }: Props<Row>) {
  const [pendingAction, setPendingAction] = useState<BulkAction<Row> | null>(null)
  const close = () => setPendingAction(null)
  const { isRunning, changeRows } = useBulkChange(selection, rowName, close)
  const container = useRef<HTMLDivElement>(null)
  const { selected } = selection
  const findApplicableRows = ({ isApplicable = () => true }: BulkAction<Row>) =>
    selected.filter(isApplicable)
  const confirmation =
    pendingAction && findConfirmation(pendingAction, findApplicableRows(pendingAction))
  const pendingRows = pendingAction ? findApplicableRows(pendingAction) : []
  const pendingCount = pendingRows.length
  const offeredActions = actions.filter((action) => findApplicableRows(action).length > 0)

  const runAction = (action: BulkAction<Row>, values: ActionValues) =>
    changeRows(action, findApplicableRows(action), values)
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
              findConfirmation(action, findApplicableRows(action))
                ? setPendingAction(action)
                : void runAtOnce(action)
            }
          >
            {action.label(findApplicableRows(action).length)}
          </Button>
        ))}
      </SelectionBar>
      {pendingAction && confirmation && (
        <ConfirmForm
          {...confirmation}
          title={confirmation.title(pendingCount)}
          hint={describeChange(
            pendingRows.map(rowName),
            typeof confirmation.hint === 'function'
              ? confirmation.hint(pendingCount)
              : confirmation.hint,
          )}
          variant={pendingAction.undo ? 'solid' : 'danger'}
          restoreFocusTo={container}
          send={(values) => runAction(pendingAction, values)}
          onCancel={close}
        />
      )}
    </>
  )
}

/** The text of a question: the records that a bulk action changes, and the consequence. */
const describeChange = (names: readonly string[], hint = '') =>
  `${listSomeNames(names)}. ${hint}`.trimEnd()

const findConfirmation = <Row,>({ confirmation }: BulkAction<Row>, rows: readonly Row[]) =>
  typeof confirmation === 'function' ? confirmation(rows) : confirmation
