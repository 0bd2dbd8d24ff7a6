// The way to the calculator with its fields filled in: the figures travel in the address, under the
// names of the request, so that the link can be sent, opened in a new tab and gone back to.

import { anchors, pages } from './paths.ts'
import type { CalculationRequest } from './wire/calculator.ts'

const names = [
  'price',
  'engineVolumeLiters',
  'age',
  'fuelType',
  'importCategory',
  'enginePower',
  'enginePowerUnit',
  'isElectric',
  'isCommercial',
] as const

export type CalculatorValues = Partial<Pick<CalculationRequest, (typeof names)[number]>>

export function calculatorPathWith(figures: CalculatorValues) {
  const search = new URLSearchParams()
  for (const name of names) {
    const value = figures[name]
    if (value !== undefined && value !== null && value !== false) search.set(name, String(value))
  }
  const hash = anchors.calculator.slice(anchors.calculator.indexOf('#'))
  return { pathname: pages.services, search: `?${search}`, hash }
}
