// Moves of cards that the columns of the board cannot show yet. Each column is read by itself, so without them a moved card
// would stay in its old column, or be in both, until the columns are read again.

import type { BoardColumnRead, CardRead } from '../../api/wire/content.ts'
import { type BoardColumnKey, boardColumns } from './boardKeys.ts'

export type CardMove = {
  card: CardRead
  from: BoardColumnKey
  to: BoardColumnKey
  startedAt: number
  /** When the server has confirmed it (ms); null while it is asked. */
  confirmedAt: number | null
}

/** A card on its way has no version that a manager could move it by, and no plan, until its column is read. */
export type BoardCardRead = CardRead & { isMoving?: true }
export type BoardCards = Omit<BoardColumnRead, 'items'> & { items: BoardCardRead[] }

/** The move of a card to its next step. Null for a card that is done. */
export function moveOf(card: CardRead, now: number): CardMove | null {
  const to = card.next_step
  const from = to && boardColumns[boardColumns.indexOf(to) - 1]
  return from ? { card, from, to, startedAt: now, confirmedAt: null } : null
}

/**
 * A page of a column after the moves that its data cannot have: data that were requested before the server confirmed a
 * move may be older than the move.
 */
export function withMoves(
  data: BoardColumnRead,
  column: BoardColumnKey,
  page: number,
  moves: readonly CardMove[],
  requestedAt: number,
): BoardCards {
  let cards: BoardCards = data
  for (const { card, from, to, startedAt, confirmedAt } of moves) {
    if (confirmedAt !== null && requestedAt >= confirmedAt) continue
    const others = cards.items.filter(({ id }) => id !== card.id)
    if (column === from)
      cards = {
        ...cards,
        items: others,
        total: Math.max(0, cards.total - 1),
        late: Math.max(0, cards.late - (card.days_late > 0 ? 1 : 0)),
      }
    if (column === to && others.length === cards.items.length) {
      const moved: BoardCardRead = {
        ...card,
        next_step: null,
        step_since: new Date(startedAt).toISOString(),
        days_in_step: 0,
        days_late: 0,
        ...(to !== 'done' && { isMoving: true }),
      }
      const items = page === 1 ? [moved, ...others] : others
      cards = { ...cards, items, total: cards.total + 1 }
    }
  }
  return cards
}
