import { useState } from 'react'
import { calls } from '../../api/calls.ts'
import { useAdminQuery } from './adminApi.ts'
import type { BoardColumnKey } from './boardKeys.ts'
import { type CardMove, withMoves } from './boardMoves.ts'

/** Cards of a column that are shown at once. */
export const boardPage = 20

export type BoardFilters = { assignee_id?: string; late?: string }

/** One page of a column, from 1. It follows the changes of other managers, and shows own moves at once. */
export function useBoardColumn(
  column: BoardColumnKey,
  filters: BoardFilters,
  page: number,
  moves: readonly CardMove[],
) {
  const query = useAdminQuery(calls.contentAdminItem('board', column), ['Order', 'Conversation'], {
    params: { ...filters, limit: boardPage, offset: (page - 1) * boardPage },
  })
  const { data, isSuccess, isFetching, startedTimeStamp = 0 } = query
  // While the column is read again, the time is that of the new request, and the data are still the old ones.
  const [requestedAt, setRequestedAt] = useState(0)
  if (isSuccess && !isFetching && startedTimeStamp !== requestedAt) setRequestedAt(startedTimeStamp)
  return { ...query, data: data && withMoves(data, column, page, moves, requestedAt) }
}
