// What an order keeps of its calculation. It comes as free JSON of two makes: the lines of the
// contract, or the totals of a calculation that was saved on the site.

import { money as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'

export type FrozenLine = { title: string; amount: number }
export type Frozen = {
  edition?: string
  rate?: number
  savedAt?: string
  lines: FrozenLine[]
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
const figure = (value: unknown) => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function linesOf(kept: Record<string, unknown>): FrozenLine[] {
  if (Array.isArray(kept.lines))
    return kept.lines.flatMap((line: Record<string, unknown>) => {
      const title = text(line?.title)
      const amount = figure(line?.amount)
      return title && amount !== undefined ? [{ title, amount }] : []
    })
  const customs = figure(kept.total_customs)
  const total = figure(kept.total)
  if (customs === undefined || total === undefined) return []
  return [
    { title: texts.rest, amount: total - customs },
    { title: texts.customs, amount: customs },
  ]
}

export function frozenOf({ calculation }: Pick<OrderRead, 'calculation'>): Frozen | null {
  if (!calculation) return null
  const lines = linesOf(calculation)
  if (lines.length === 0) return null
  return {
    edition: text(calculation.edition),
    rate: figure(calculation.eur_rate),
    savedAt: text(calculation.saved_at),
    lines,
  }
}

export const totalOf = (lines: readonly FrozenLine[]) =>
  lines.reduce((sum, line) => sum + line.amount, 0)
