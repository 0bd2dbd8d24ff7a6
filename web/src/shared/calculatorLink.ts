// A link to the prefilled calculator. The values are in the query string under the names of the API
// request, so the link can be shared, opened in a new tab and found in the history.

import type { CalculationRequest } from '../api/wire/calculator.ts'
import { anchors, pages } from './paths.ts'

const names = [
  'price',
  'engineVolumeLiters',
  'age',
  'manufacture_date',
  'fuelType',
  'importCategory',
  'enginePower',
  'enginePowerUnit',
  'isElectric',
  'isCommercial',
] as const

export type CalculatorValues = Partial<Pick<CalculationRequest, (typeof names)[number]>>

/**
 * In a link, `declaration_date=today` selects the tariff edition in force when the link is opened.
 */
export const today = 'today'

/** The path of the calculator with these values and the tariff edition in force. */
export function buildCalculatorPath(values: CalculatorValues) {
  const search = new URLSearchParams({ declaration_date: today })
  for (const name of names) {
    const value = values[name]
    if (value !== undefined && value !== null && value !== false) search.set(name, String(value))
  }
  const hash = anchors.calculator.slice(anchors.calculator.indexOf('#'))
  return { pathname: pages.services, search: `?${search}`, hash }
}
