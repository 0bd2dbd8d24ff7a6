// Parses the calculation stored with an order. It is JSON in one of two formats: the lines of the
// contract, or the totals of a calculation saved on the site.

import type { OrderRead } from '../../../api/wire/content.ts'
import { money as texts } from '../../../shared/texts/orders.ts'

type CalculationLine = { title: string; amount: number }
export type OrderCalculation = {
  edition?: string
  rate?: number
  savedAt?: string
  lines: CalculationLine[]
}

const parseText = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
const parseNumber = (value: unknown) => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function parseLines(calculation: Record<string, unknown>): CalculationLine[] {
  if (Array.isArray(calculation.lines))
    return calculation.lines.flatMap((line: Record<string, unknown>) => {
      const title = parseText(line?.title)
      const amount = parseNumber(line?.amount)
      return title && amount !== undefined ? [{ title, amount }] : []
    })
  const customs = parseNumber(calculation.total_customs)
  const total = parseNumber(calculation.total)
  if (customs === undefined || total === undefined) return []
  return [
    { title: texts.rest, amount: total - customs },
    { title: texts.customs, amount: customs },
  ]
}

/** The calculation of an order. Null if the order has none or its format is unknown. */
export function parseOrderCalculation({
  calculation,
}: Pick<OrderRead, 'calculation'>): OrderCalculation | null {
  if (!calculation) return null
  const lines = parseLines(calculation)
  if (lines.length === 0) return null
  return {
    edition: parseText(calculation.edition),
    rate: parseNumber(calculation.eur_rate),
    savedAt: parseText(calculation.saved_at),
    lines,
  }
}

export const sumLines = (lines: readonly CalculationLine[]) =>
  lines.reduce((sum, line) => sum + line.amount, 0)
