// What is paid for a car at customs, by the names of the price details that the server stores with it.

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
