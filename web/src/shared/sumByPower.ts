// Sums of a calculation whose power is unknown: the lowest and the highest possible one.

import type { PowerBandRead } from '../api/wire/calculator.ts'
import { formatNumber, formatRoubles, formatRoublesChange, type Place } from '../lib/numbers.ts'
import { NBSP } from '../lib/spaces.ts'

type SumName = Exclude<keyof PowerBandRead, 'upToHp'>

export type SumsByPower<Name extends SumName> = Record<Name, number> & {
  powerRange?: PowerBandRead[] | null
}

/** The sum at the highest power, or null if the power is known or does not change this sum. */
export function findHighestSum<Name extends SumName>(
  amounts: SumsByPower<Name>,
  name: Name,
): number | null {
  // Calculations that earlier releases saved have only the totals in their bands.
  const highest = amounts.powerRange?.at(-1)?.[name]
  return highest == null || highest === amounts[name] ? null : highest
}

/** One sum, or both bounds while the power is unknown: '5 030 638 – 6 518 238 ₽'. */
export function formatSumByPower<Name extends SumName>(
  amounts: SumsByPower<Name>,
  name: Name,
  place: Place = 'num',
): string {
  return formatSumRange(amounts[name], findHighestSum(amounts, name), place)
}

/** In running text the bounds are words, because a dash there would be a dash of the sentence. */
function formatSumRange(lowest: number, highest: number | null, place: Place): string {
  if (highest === null) return formatRoubles(lowest, place)
  const from = formatNumber(lowest, place, 0)
  const to = formatRoubles(highest, place)
  return place === 'text' ? `от${NBSP}${from} до${NBSP}${to}` : `${from}${NBSP}– ${to}`
}

/** A difference, or both bounds of it: '0 ₽ … +1 487 600 ₽'. A dash beside a minus sign would be unclear. */
export const formatChangeRange = (lowest: number, highest?: number | null) =>
  highest == null
    ? formatRoublesChange(lowest)
    : `${formatRoublesChange(lowest)} … ${formatRoublesChange(highest)}`
