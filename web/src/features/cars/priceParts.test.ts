import { expect, it } from 'vitest'
import type { CarRead } from '../../api/wire/content.ts'
import { listPriceParts } from './priceParts.ts'

it('no two parts of a price have the same hatch', () => {
  const car = {
    fuel: 'petrol',
    price_rub: 5_000_000,
    price_details: {
      carPrice: 3_000_000,
      customsDuty: 700_000,
      exciseTax: 100_000,
      vat: 600_000,
      recyclingFee: 590_000,
      registrationCost: 10_000,
    },
    turnkey: {
      delivery_rub: 214_000,
      work_rub: 196_000,
      laboratory_rub: 48_000,
      total_rub: 5_458_000,
    },
  } as unknown as CarRead
  const hatches = (listPriceParts(car) ?? []).map(({ hatch }) => hatch)
  expect(hatches).toHaveLength(9)
  expect(new Set(hatches).size).toBe(9)
  // In a small swatch an empty part looks like one with a pale ground.
  expect(hatches).not.toContain('empty')
})
