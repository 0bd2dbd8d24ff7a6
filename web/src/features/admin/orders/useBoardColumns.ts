import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { useAdminQuery } from '../adminApi.ts'
import { type BoardColumnKey, boardColumns } from './boardKeys.ts'
import { applyMoves, type BoardCards, type CardMove, removeOlderCopies } from './boardMoves.ts'

/** Number of cards on one page of a column. */
export const boardPageSize = 20

export type BoardFilters = { assignee_id?: string; late?: string }

/** The visible page of a column. It shows the user's own moves at once and follows the changes of other managers. */
export type ShownColumn = {
  /** Undefined until the first response. */
  cards: BoardCards | undefined
  hasFailed: boolean
  retry: () => void
  /** From 1. */
  page: number
  pageCount: number
  setPage: (page: number) => void
}

/** All columns of the board. A card is in one of them at most. */
export function useBoardColumns(
  filters: BoardFilters,
  moves: readonly CardMove[],
): Readonly<Record<BoardColumnKey, ShownColumn>> {
  const columns: Record<BoardColumnKey, ShownColumn> = {
    consultation: useShownColumn('consultation', filters, moves),
    search: useShownColumn('search', filters, moves),
    check: useShownColumn('check', filters, moves),
    purchase: useShownColumn('purchase', filters, moves),
    logistics: useShownColumn('logistics', filters, moves),
    customs: useShownColumn('customs', filters, moves),
    handover: useShownColumn('handover', filters, moves),
    done: useShownColumn('done', filters, moves),
  }
  const shown = removeOlderCopies(
    Object.fromEntries(boardColumns.map((column) => [column, columns[column].cards])),
  )
  for (const column of boardColumns) columns[column] = { ...columns[column], cards: shown[column] }
  return columns
}

function useShownColumn(
  column: BoardColumnKey,
  filters: BoardFilters,
  moves: readonly CardMove[],
): ShownColumn {
  const [chosenPage, setPage] = useState(1)
  const first = useColumnPage(column, filters, 1, moves)
  const pageCount = Math.max(1, Math.ceil((first.cards?.total ?? 0) / boardPageSize))
  // Orders may have left the column since the page was chosen.
  const page = Math.min(chosenPage, pageCount)
  const { cards, isError, refetch } = useColumnPage(column, filters, page, moves)
  return { cards, hasFailed: isError, retry: refetch, page, pageCount, setPage }
}

/** One page of a column, from 1. */
function useColumnPage(
  column: BoardColumnKey,
  filters: BoardFilters,
  page: number,
  moves: readonly CardMove[],
) {
  const query = useAdminQuery(calls.contentAdminItem('board', column), ['Order', 'Conversation'], {
    params: { ...filters, limit: boardPageSize, offset: (page - 1) * boardPageSize },
  })
  const { data, isSuccess, isFetching, startedTimeStamp = 0 } = query
  // During a refetch `startedTimeStamp` belongs to the new request, but `data` is still the old response.
  const [requestedAt, setRequestedAt] = useState(0)
  if (isSuccess && !isFetching && startedTimeStamp !== requestedAt) setRequestedAt(startedTimeStamp)
  return { ...query, cards: data && applyMoves(data, column, page, moves, requestedAt) }
}
