import { calls } from '../../api/calls.ts'
import { useAdminQuery } from './adminApi.ts'
import type { BoardColumnKey } from './boardKeys.ts'

/** Cards of a column that are shown at once. */
export const boardPage = 20

export type BoardFilters = { assignee_id?: string; late?: string }

/** One page of a column, from 1. It follows the changes of other managers. */
export const useBoardColumn = (column: BoardColumnKey, filters: BoardFilters, page: number) =>
  useAdminQuery(calls.contentAdminItem('board', column), ['Order', 'Conversation'], {
    params: { ...filters, limit: boardPage, offset: (page - 1) * boardPage },
  })
