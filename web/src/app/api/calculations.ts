// Calculations of the cost of a car. A calculation changes nothing on the server, so it is a query.

import { api } from '../api.ts'
import { calls } from '../calls.ts'
import type {
  CalculationList,
  CalculationRead,
  CalculationRequest,
  ComparisonRead,
  KeptCalculation,
} from '../wire/calculator.ts'
import { offsetPages } from './offsetPages.ts'
import { listTag, rowTags } from './tags.ts'

const rowPage = 20

// What an answer may lack, so that its result is shown without it.
const none = { breakdown: [], warnings: [], edition: '—' }
const amounts = { customsDuty: 0, vat: 0, exciseTax: 0, recyclingFee: 0, registrationCost: 0 }

function completeResult(result: CalculationRead): CalculationRead {
  const { current } = result
  return {
    ...none,
    ...amounts,
    ...result,
    current: current && { ...current, differences: current.differences ?? [] },
  }
}

const calculationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    calculate: build.query<CalculationRead, CalculationRequest>({
      query: (body) => ({ url: calls.calculate, method: 'POST', body }),
      transformResponse: completeResult,
    }),
    compareScenarios: build.query<ComparisonRead, CalculationRequest>({
      query: (request) => ({ url: calls.compare, method: 'POST', body: { request } }),
    }),
    saveCalculation: build.mutation<KeptCalculation, CalculationRequest>({
      query: (body) => ({ url: calls.calculations, method: 'POST', body }),
      invalidatesTags: [listTag('Calculation')],
    }),
    getCalculation: build.query<KeptCalculation, string>({
      query: (id) => calls.calculation(id),
      transformResponse: (saved: KeptCalculation) => ({
        ...none,
        ...amounts,
        ...saved,
        request: saved.request ?? {},
      }),
      providesTags: (_saved, _error, id) => [{ type: 'Calculation', id }],
    }),
    getMyCalculations: build.infiniteQuery<CalculationList, void, number>({
      query: ({ pageParam }) => ({
        url: calls.calculations,
        params: { limit: rowPage, offset: pageParam },
      }),
      infiniteQueryOptions: offsetPages<CalculationList>((answer) => answer.calculations.length),
      providesTags: (list) =>
        rowTags(
          'Calculation',
          list?.pages.flatMap((page) => page.calculations),
        ),
    }),
    dropCalculation: build.mutation<unknown, string>({
      query: (id) => ({ url: calls.calculation(id), method: 'DELETE' }),
      invalidatesTags: (_answer, _error, id) => [
        { type: 'Calculation', id },
        listTag('Calculation'),
      ],
    }),
  }),
})

export const {
  useCalculateQuery,
  useLazyCalculateQuery,
  useLazyCompareScenariosQuery,
  useSaveCalculationMutation,
  useGetCalculationQuery,
  useGetMyCalculationsInfiniteQuery,
  useDropCalculationMutation,
} = calculationsApi
