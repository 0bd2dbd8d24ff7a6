// The customs payments of a car, by the names that they have in the stored price details.

import type { CarRead } from '../../api/wire/content.ts'

export const customsPayments = [
  'customsDuty',
  'exciseTax',
  'vat',
  'recyclingFee',
  'registrationCost',
] as const

/** An amount of the details, or 0 where they have none. */
export const findDetailAmount = (details: NonNullable<CarRead['price_details']>, name: string) =>
  Number.isFinite(Number(details[name])) ? Number(details[name]) : 0
