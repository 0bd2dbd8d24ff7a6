// The parts of a car's price in Russia, from the details the server keeps with it.

import type { CarRead } from '../../api/wire/content.ts'
import { car as texts } from '../../shared/texts/cars.ts'
import type { Part } from '../../ui/MeasuredBar.tsx'
import type { Hatch } from '../../ui/Swatch.tsx'

const hatches = {
  customsDuty: 'slant',
  exciseTax: 'rule',
  vat: 'cross',
  recyclingFee: 'dots',
  registrationCost: 'plain',
} as const satisfies Record<string, Hatch>

const amount = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0)

/** null while the price was set by hand: then its parts are not known. */
export function partsOf({ price_rub, price_details: details }: CarRead): Part[] | null {
  if (price_rub === null || !details) return null
  const payments = (Object.keys(hatches) as (keyof typeof hatches)[]).map((id) => ({
    id,
    label: texts.parts[id],
    value: amount(details[id]),
    hatch: hatches[id] as Hatch,
  }))
  const customs = payments.reduce((sum, { value }) => sum + value, 0)
  const price = amount(details.carPrice) || price_rub - customs
  const car: Part = { id: 'car', label: texts.parts.car, value: price, hatch: 'solid' }
  return [car, ...payments].filter(({ value }) => value > 0)
}

export function groupsOf(parts: readonly Part[]) {
  const car = parts.find(({ id }) => id === 'car')?.value ?? 0
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return [
    { label: texts.groups.car, value: car },
    { label: texts.groups.customs, value: whole - car },
  ]
}
