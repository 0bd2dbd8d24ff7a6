import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { PriceLimitSet, PriceLimitUpdate } from './wire/content.ts'

/** The kind of record that a price limit is set for, as in the URL. */
export type LimitedKind = 'cars' | 'calculations'

const priceLimitTags = [listTag('PriceLimit')]

export const priceLimitsApi = injectCalls(({ get, put, patch, remove }) => ({
  getPriceLimits: get(calls.priceLimits, priceLimitTags),
  setPriceLimit: put(
    ({ kind, id, ...body }: PriceLimitSet & { kind: LimitedKind; id: string }) => ({
      url: kind === 'cars' ? calls.priceLimitOfCar(id) : calls.priceLimitOfCalculation(id),
      body,
    }),
    priceLimitTags,
  ),
  changePriceLimit: patch(
    ({ id, ...body }: PriceLimitUpdate & { id: string }) => ({ url: calls.priceLimit(id), body }),
    priceLimitTags,
  ),
  dropPriceLimit: remove(calls.priceLimit, priceLimitTags),
}))

export const {
  useGetPriceLimitsQuery,
  useSetPriceLimitMutation,
  useChangePriceLimitMutation,
  useDropPriceLimitMutation,
} = priceLimitsApi
