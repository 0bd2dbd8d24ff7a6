import { NARROW, NBSP, THIN } from './spaces.ts'

/** A number from the API: money is a decimal string, counts are numbers. */
export type Numeric = number | string

export type Place = 'num' | 'text'

export const MINUS = '\u2212'

/**
 * '1234567.5' -> '1 234 567,5'. `place` selects the space between groups of digits: 'num' for an
 * element with the class `num`, 'text' for running text.
 */
export function formatNumber(
  value: Numeric | undefined,
  place: Place = 'num',
  decimals?: number,
): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return '—'
  const plain =
    decimals === undefined ? String(Math.abs(number)) : Math.abs(number).toFixed(decimals)
  const [whole = '0', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, place === 'num' ? THIN : NARROW)
  const isZero = !/[1-9]/.test(plain)
  const sign = number < 0 && !isZero ? MINUS : ''
  const unsigned = fraction ? `${grouped},${fraction}` : grouped
  return sign + unsigned
}

/** Whole roubles, as for every sum on the site: '1 234 567 ₽'. */
export function formatRoubles(value: Numeric, place: Place = 'num'): string {
  return `${formatNumber(value, place, 0)}${NBSP}₽`
}

/** A signed difference of two sums: '+343 000 ₽'. */
export function formatRoublesChange(value: Numeric, place: Place = 'num'): string {
  return `${Number(value) > 0 ? '+' : ''}${formatRoubles(value, place)}`
}

export function formatEuros(value: Numeric, place: Place = 'num'): string {
  return `${formatNumber(value, place, 0)}${NBSP}€`
}

/** A fraction as a percentage: 0.616 -> '61,6 %'. */
export function formatPercent(share: number, decimals = 1): string {
  const rounded = Number((share * 100).toFixed(decimals))
  return `${formatNumber(rounded)}${NBSP}%`
}

/** A number with its unit and a non-breaking space: '64 000 км'. */
export function formatWithUnit(value: Numeric, unit: string, place: Place = 'num'): string {
  return `${formatNumber(value, place)}${NBSP}${unit.replace(/ /g, NBSP)}`
}
