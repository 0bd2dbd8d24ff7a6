// Corrects the columns of the board. Each column has its own request: a response may lack the user's own last moves,
// and a card may be in two responses if a colleague moved it between them.

import type { BoardColumnRead, CardRead } from '../../../api/wire/content.ts'
import { type BoardColumnKey, boardColumns } from './boardKeys.ts'

export type CardMove = {
  card: CardRead
  from: BoardColumnKey
  to: BoardColumnKey
  startedAt: number
  /** The time when the server confirmed the move (ms). Null while the request runs. */
  confirmedAt: number | null
}

/** Until its column is refetched, a moving card has an outdated planned date and version, so it cannot move again. */
export type BoardCardRead = CardRead & { isMoving?: true }
export type BoardCards = Omit<BoardColumnRead, 'items'> & { items: BoardCardRead[] }

/** The move of a card to its next step. Null for a card that has none. */
export function createMove(card: CardRead, now: number): CardMove | null {
  const to = card.next_step
  const from = to && boardColumns[boardColumns.indexOf(to) - 1]
  return from ? { card, from, to, startedAt: now, confirmedAt: null } : null
}

/**
 * Applies the moves that a page of a column may lack: data that was requested before the server confirmed a move
 * may be older than the move.
 */
export function applyMoves(
  data: BoardColumnRead,
  column: BoardColumnKey,
  page: number,
  moves: readonly CardMove[],
  requestedAt: number,
): BoardCards {
  let cards: BoardCards = data
  for (const move of moves) {
    if (move.confirmedAt !== null && requestedAt >= move.confirmedAt) continue
    if (column === move.from) cards = removeCards(cards, [move.card])
    if (column === move.to) cards = addMovedCard(cards, move, page)
  }
  return cards
}

/** Removes cards from a column and from its counts, which include the cards of all its pages. */
function removeCards(column: BoardCards, removed: readonly CardRead[]): BoardCards {
  const ids = new Set(removed.map(({ id }) => id))
  const lateCards = removed.filter(({ days_late }) => days_late > 0)
  return {
    ...column,
    items: column.items.filter(({ id }) => !ids.has(id)),
    total: Math.max(0, column.total - removed.length),
    late: Math.max(0, column.late - lateCards.length),
  }
}

/** Adds a moved card to its new column, as the first card of the first page. */
function addMovedCard(column: BoardCards, { card, to, startedAt }: CardMove, page: number) {
  if (column.items.some(({ id }) => id === card.id)) return column
  const moved: BoardCardRead = {
    ...card,
    next_step: null,
    step_since: new Date(startedAt).toISOString(),
    days_in_step: 0,
    days_late: 0,
    ...(to !== 'done' && { isMoving: true }),
  }
  const items = page === 1 ? [moved, ...column.items] : column.items
  return { ...column, items, total: column.total + 1 }
}

export type BoardByColumn = Readonly<Partial<Record<BoardColumnKey, BoardCards>>>

/**
 * Keeps each card in one column. When a colleague has moved a card, its old and its new column are refetched at
 * different moments, so both may have it. The copy with the highest version is the newest. Cards only move forward,
 * so with equal versions the later column is right.
 */
export function removeOlderCopies(columns: BoardByColumn): BoardByColumn {
  const newest = new Map<string, { version: number; column: BoardColumnKey }>()
  for (const column of boardColumns)
    for (const { id, version } of columns[column]?.items ?? []) {
      const known = newest.get(id)
      if (!known || version >= known.version) newest.set(id, { version, column })
    }
  const shown: Partial<Record<BoardColumnKey, BoardCards>> = {}
  for (const column of boardColumns) {
    const cards = columns[column]
    if (!cards) continue
    const older = cards.items.filter(({ id }) => newest.get(id)?.column !== column)
    shown[column] = older.length === 0 ? cards : removeCards(cards, older)
  }
  return shown
}
