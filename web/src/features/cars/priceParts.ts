// Parts of a car's price in Russia, from the details that the server stores with the car.

import type { CarRead } from '../../api/wire/content.ts'
import { customsPayments, findDetailAmount } from '../../shared/cars/customsPayments.ts'
import { car as texts } from '../../shared/texts/cars.ts'
import type { Part } from '../../ui/MeasuredBar.tsx'
import type { Hatch } from '../../ui/Swatch.tsx'

const hatches = {
  customsDuty: 'slant',
  exciseTax: 'rule',
  vat: 'cross',
  recyclingFee: 'dots',
  registrationCost: 'plain',
} as const satisfies Record<(typeof customsPayments)[number], Hatch>

/** Returns null if the car has no price, or a manual price, whose parts are unknown. */
export function listPriceParts(car: CarRead): Part[] | null {
  const { price_rub, price_details: details, turnkey } = car
  if (price_rub === null || !details) return null
  const payments = customsPayments.map((id) => ({
    id,
    label: texts.parts[id],
    value: findDetailAmount(details, id),
    hatch: hatches[id],
  }))
  const customsTotal = payments.reduce((sum, { value }) => sum + value, 0)
  const price = findDetailAmount(details, 'carPrice') || price_rub - customsTotal
  const carPart: Part = { id: 'car', label: texts.parts.car, value: price, hatch: 'solid' }
  const services: Part[] = turnkey
    ? [
        {
          id: 'delivery',
          label: texts.parts.delivery,
          value: turnkey.delivery_rub,
          hatch: 'grid',
        },
        { id: 'work', label: texts.parts.work, value: turnkey.work_rub, hatch: 'upright' },
        {
          id: 'laboratory',
          label: texts.parts.laboratory,
          value: turnkey.laboratory_rub,
          hatch: 'back',
        },
      ]
    : []
  return [carPart, ...payments, ...services].filter(({ value }) => value > 0)
}

const serviceParts = new Set(['delivery', 'work', 'laboratory'])

export function groupPriceParts(parts: readonly Part[]) {
  const car = parts.find(({ id }) => id === 'car')?.value ?? 0
  const sumValues = (summed: readonly Part[]) => summed.reduce((sum, { value }) => sum + value, 0)
  const services = sumValues(parts.filter(({ id }) => serviceParts.has(id)))
  const groups = [
    { label: texts.groups.car, value: car },
    { label: texts.groups.customs, value: sumValues(parts) - car - services },
    { label: texts.groups.services, value: services },
  ]
  return groups.filter(({ value }) => value > 0)
}
