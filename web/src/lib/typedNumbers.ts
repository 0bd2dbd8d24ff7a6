// Numbers that a user types: grouping their digits while they are typed, and parsing them.

import { MINUS } from './numbers.ts'
import { THIN } from './spaces.ts'

/** Groups of thousands with one kind of separator, then perhaps another separator and a fraction. */
const separatedThousands = /^(-?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d*))?$/

/**
 * `3.000.000` -> `3000000`, and `3,000,000.50` -> `3000000.50`. `3.000` stays: its only separator is a decimal
 * one. `3.000.5` stays too, because the text is incomplete or wrong.
 */
function joinThousands(typed: string): string {
  const [, groups = '', separator = '', decimalSeparator, fraction = ''] =
    separatedThousands.exec(typed) ?? []
  const whole = groups.replaceAll(separator, '')
  if (decimalSeparator === undefined) return groups.split(separator).length > 2 ? whole : typed
  if (decimalSeparator !== separator) return `${whole}${decimalSeparator}${fraction}`
  return fraction === '' ? whole : typed
}

/**
 * Whether thousands are being typed with separators: `3,000,` and `3,000,0` before `3,000,000`. The last
 * separator of `3,000.` has just been typed, and the first one may have been typed as a point too.
 */
function isTypingThousands(typed: string): boolean {
  const [, , separator, next, fraction] = separatedThousands.exec(typed) ?? []
  return next !== undefined && (next === separator || fraction === '')
}

/** Parses what the user typed: '3 000 000,5 ₽' -> 3000000.5; null when it is not a number. */
export function parseNumber(typed: string): number | null {
  const plain = joinThousands(typed.replace(/[\s₽€]/g, '').replace(MINUS, '-')).replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/**
 * Groups the digits of a number while it is typed; a point becomes a decimal comma. A minus stays, so that
 * the form can refuse a negative number.
 */
export function formatTypedNumber(typed: string): string {
  const sign = /^\s*[-\u2013\u2212]/.test(typed) ? MINUS : ''
  const plain = typed.replace(/[^\d.,]/g, '')
  if (isTypingThousands(plain)) return sign + plain.replace(/\./g, ',')
  const [whole = '', ...rest] = joinThousands(plain).replace(/\./g, ',').split(',')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THIN)
  return sign + (rest.length > 0 ? `${grouped},${rest.join('')}` : grouped)
}
