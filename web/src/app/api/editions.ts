import { api } from '../api.ts'
import { calls } from '../calls.ts'
import type { EditionsRead, RatesRead } from '../wire/calculator.ts'

/** The tariff editions and the euro rate of the calculator. */
const editionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRates: build.query<RatesRead, void>({
      query: () => calls.rates,
      providesTags: ['Edition'],
    }),
    getEditions: build.query<EditionsRead, void>({
      query: () => calls.editions,
      providesTags: ['Edition'],
    }),
  }),
})

export const { useGetRatesQuery, useGetEditionsQuery } = editionsApi
