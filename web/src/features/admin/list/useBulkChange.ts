// Runs a bulk action: a request for each record, then the message about the outcome with its undo.

import { useState } from 'react'
import { describeProblem, isProblem } from '../../../api/problem.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import type { RowSelection } from '../../../shared/list/useRowSelection.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { type Change, refreshTags, useAdminChangeMutation } from '../adminApi.ts'
import type { ActionValues } from '../record/useDeclaredForm.ts'
import type { BulkAction, Item } from '../section.ts'
import { addChangedNames } from './changedRecords.ts'

/** How long the undo of a bulk change is offered. */
const bulkUndoSeconds = 10

/** The values of a record before the change, and the version of the record after the change. */
type FormerRecord = { id: string; version: number; [field: string]: unknown }

/** A row with the request that changes it. */
type RowChange<Row> = { row: Row; change: Change }

type BulkResult = {
  /** Ids of the changed records. */
  done: string[]
  /** Names of the records whose change failed. */
  refused: string[]
  /** The message of the last failure. */
  failure: string
  former: FormerRecord[]
  /** The names of the former records by id, because the list may not have them any more. */
  names: Map<string, string>
}

export function useBulkChange<Row extends Item>(
  selection: RowSelection<Row>,
  rowName: (row: Row) => string,
  /** Called before the outcome is shown, so that the outcome gets the focus and not a closing dialog. */
  onChanged: () => void,
) {
  const dispatch = useAppDispatch()
  const [send] = useAdminChangeMutation()
  const [isRunning, setRunning] = useState(false)

  /** Changes the rows and shows the outcome. Returns an error if a typed value is refused and nothing changed. */
  async function changeRows(
    action: BulkAction<Row>,
    rows: readonly Row[],
    values: ActionValues,
  ): Promise<{ error?: unknown }> {
    const changes = rows.map((row) => ({ row, change: action.change(row, values) }))
    setRunning(true)
    const { error, result } = await sendOneByOne(action, changes, values)
    setRunning(false)
    if (error) return { error }
    dispatch(refreshTags(changes.flatMap(({ change }) => change.tags)))
    onChanged()
    const { done, refused, failure } = result
    const undo = createUndo(action, changes, result)
    selection.setOutcome(
      refused.length > 0
        ? { tone: 'warn', text: adminList.bulkPart(done.length, refused, failure), undo }
        : { tone: 'ok', text: adminList.bulkDone(done.length), undo },
      done,
    )
    return {}
  }

  async function sendOneByOne(
    action: BulkAction<Row>,
    changes: readonly RowChange<Row>[],
    values: ActionValues,
  ): Promise<{ error?: unknown; result: BulkResult }> {
    const result: BulkResult = { done: [], refused: [], failure: '', former: [], names: new Map() }
    for (const { row, change } of changes) {
      const { data, error } = await send({ ...change, isRefreshedByCaller: true })
      const isFirst = result.done.length + result.refused.length === 0
      // A value that the server refuses for the first record would be refused for the others too.
      if (isFirst && isAboutField(error, values)) return { error, result }
      if (error) {
        result.refused.push(rowName(row))
        result.failure = describeProblem(error, adminList.actionFailed)
        continue
      }
      result.done.push(row.id)
      const version = readVersion(data)
      if (version === undefined || !action.undo) continue
      result.former.push({ id: row.id, version, ...action.undo.formerValues(row) })
      result.names.set(row.id, rowName(row))
    }
    return { result }
  }

  /** The undo is one request for all records. The service refuses it if somebody else has changed one of them. */
  function createUndo(
    { undo }: BulkAction<Row>,
    changes: readonly RowChange<Row>[],
    { done, former, names }: BulkResult,
  ) {
    if (!undo || done.length === 0 || former.length !== done.length) return undefined
    const { url, isPossible = () => true } = undo
    if (!changes.every(({ row }) => isPossible(row))) return undefined
    const tags = changes.flatMap(({ change }) => change.tags)
    const onUndo = () =>
      void sendUndo({ url, method: 'POST', body: { items: former }, tags }, names)
    return { label: adminList.undo, onUndo, seconds: bulkUndoSeconds }
  }

  const sendUndo = useSingleFlight(
    async (
      change: Change & { body: { items: FormerRecord[] } },
      names: ReadonlyMap<string, string>,
    ) => {
      const { error } = await send(change)
      selection.setOutcome(
        error
          ? {
              tone: 'bad',
              text: describeProblem(addChangedNames(error, names), adminList.actionFailed),
            }
          : { tone: 'ok', text: adminList.undone(change.body.items.length) },
      )
    },
  )
  return { isRunning, changeRows }
}

const readVersion = (answer: unknown) =>
  (answer as { item?: { version?: number } } | undefined)?.item?.version

const isAboutField = (error: unknown, values: ActionValues) =>
  isProblem(error) && error.errors?.some(({ field }) => field in values)
