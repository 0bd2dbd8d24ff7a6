import { formatNumber, type Place } from './numbers.ts'

/** The API counts the rows of a list exactly up to this number. A greater total is an estimate. */
const countedExactly = 10_000

/** The rows of a list as text: '9 842', 'примерно 124 000'. */
export function formatTotal(total: number, place: Place = 'num'): string {
  if (total <= countedExactly) return formatNumber(total, place)
  return `примерно ${formatNumber(Math.round(total / 1000) * 1000, place)}`
}
