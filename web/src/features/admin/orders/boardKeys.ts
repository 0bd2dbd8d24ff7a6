// The columns of the board of orders, and the keyboard's way through its cards.

import { columnLabels } from '../../../shared/texts/adminBoard.ts'

export type BoardColumnKey = keyof typeof columnLabels
export const boardColumns = Object.keys(columnLabels) as BoardColumnKey[]

const directions: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * The card to which an arrow key leads from a card: the next one of its column, or the one beside it in
 * the nearest column that has cards. Null if there is none, or for another key.
 *
 * `columns` are the cards of each column in the order of the board.
 */
export function findCardInDirection<Card>(
  columns: readonly (readonly Card[])[],
  from: Card,
  key: string,
): Card | null {
  const direction = directions[key]
  const columnIndex = columns.findIndex((cards) => cards.includes(from))
  const column = columns[columnIndex]
  if (!direction || !column) return null
  const cardIndex = column.indexOf(from)
  if (direction === 'up') return column[cardIndex - 1] ?? null
  if (direction === 'down') return column[cardIndex + 1] ?? null
  const nearestFirst =
    direction === 'left' ? columns.slice(0, columnIndex).reverse() : columns.slice(columnIndex + 1)
  const nearest = nearestFirst.find((cards) => cards.length > 0)
  return nearest?.[Math.min(cardIndex, nearest.length - 1)] ?? null
}
