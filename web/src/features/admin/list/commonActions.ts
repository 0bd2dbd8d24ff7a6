// Requests and bulk actions that several sections share.

import { adminList } from '../../../shared/texts/adminList.ts'
import type { Change } from '../adminApi.ts'
import type { BulkAction, Item, Source } from '../section.ts'

/** The request that changes one record, with the version that the list shows. */
export function createRecordChange(source: Source<Item>, row: Item, body: object): Change {
  return {
    url: source.item?.(row.id) ?? source.list,
    method: 'PATCH',
    body: { ...body, version: row.version },
    tags: source.tags,
  }
}

/** The request that deletes a record. */
export const createRecordRemoval = ({ item, list, tags }: Source<Item>, id: string): Change => ({
  url: item?.(id) ?? list,
  method: 'DELETE',
  tags,
})

/** A bulk action that changes the status of the selected records. */
export function createStatusAction<Status extends string>(
  source: Source<Item>,
  status: Status,
  label: BulkAction<Item>['label'],
): BulkAction<Item & { status: string }> {
  return {
    key: status,
    label,
    isApplicable: (row) => row.status !== status,
    change: (row) => createRecordChange(source, row, { status }),
  }
}

/** Adds an undo, which restores the former values of `fields`, to a bulk action. */
export const addUndo = <Row extends Item>(
  source: Source<Item>,
  fields: readonly (keyof Row & string)[],
  action: BulkAction<Row>,
): BulkAction<Row> => ({
  ...action,
  undo: {
    url: `${source.list}/restore`,
    formerValues: (row) => Object.fromEntries(fields.map((field) => [field, row[field]])),
  },
})

/** A bulk action that deletes the selected records. `describeRemoval` says what else happens, if it does. */
export function createRemoveAction<Row extends Item>(
  source: Source<Item>,
  describeRemoval?: (rows: readonly Row[]) => string | undefined,
): BulkAction<Row> {
  return {
    key: 'remove',
    label: adminList.removeSome,
    change: ({ id }) => createRecordRemoval(source, id),
    confirmation: (rows) => ({
      title: adminList.removeSomeQuestion,
      hint: describeRemoval?.(rows) ?? adminList.removeHint,
      confirm: adminList.remove,
    }),
  }
}
