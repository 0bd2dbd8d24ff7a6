// The columns of the board of orders, and the keyboard's way through its cards.

import { columnLabels } from '../../../shared/texts/adminBoard.ts'

export type BoardColumnKey = keyof typeof columnLabels
export const boardColumns = Object.keys(columnLabels) as BoardColumnKey[]

const steps: Readonly<Record<string, readonly [columns: number, cards: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The card to which an arrow key leads from a card: the next one of its column, or the one beside it in
 * the nearest column that has cards. Null if there is none, or for another key.
 *
 * `columns` are the cards of each column in the order of the board.
 */
export function cardInDirection<Card>(
  columns: readonly (readonly Card[])[],
  from: Card,
  key: string,
): Card | null {
  const [aside, down] = steps[key] ?? [0, 0]
  const at = columns.findIndex((cards) => cards.includes(from))
  const place = columns[at]?.indexOf(from) ?? -1
  if (at < 0 || (aside === 0 && down === 0)) return null
  if (down !== 0) return columns[at]?.[place + down] ?? null
  for (let next = at + aside; next >= 0 && next < columns.length; next += aside) {
    const cards = columns[next] ?? []
    const found = cards[Math.min(place, cards.length - 1)]
    if (found) return found
  }
  return null
}
