// The tariff editions and the euro rate of the calculator.

import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'

export const { useGetRatesQuery, useGetRateHistoryQuery, useGetEditionsQuery } = injectCalls(
  ({ get }) => ({
    getRates: get(calls.rates, ['Edition']),
    getRateHistory: get(calls.rateHistory, ['Edition']),
    getEditions: get(calls.editions, ['Edition']),
  }),
)
