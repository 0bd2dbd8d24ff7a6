import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { EditionsRead, RatesRead } from '../../app/wire/calculator.ts'

const ratesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRateInUse: build.query<RatesRead, void>({
      query: () => calls.rates,
      providesTags: ['Edition'],
    }),
    getEditionInForce: build.query<EditionsRead, void>({
      query: () => calls.editions,
      providesTags: ['Edition'],
    }),
  }),
})

export const { useGetRateInUseQuery, useGetEditionInForceQuery } = ratesApi
