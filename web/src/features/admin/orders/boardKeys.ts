// The columns of the board of orders, and the keyboard navigation between its cards.

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
 * The card that an arrow key moves to: the card above or below in the same column, or the card beside it in
 * the nearest column that has cards. Null if there is no such card, or for another key.
 *
 * `columns` has the cards of each column in the order of the board.
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
