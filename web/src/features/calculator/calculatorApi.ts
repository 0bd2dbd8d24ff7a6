import { api } from '../../app/api.ts'
import { calls } from '../../app/paths.ts'
import type {
  CalculationRead,
  CalculationRequest,
  ComparisonRead,
  KeptCalculation,
} from '../../app/wire/calculator.ts'
import { completeResult, completeSaved } from './resultDefaults.ts'

export const calculatorApi = api.injectEndpoints({
  endpoints: (build) => ({
    calculate: build.mutation<CalculationRead, CalculationRequest>({
      query: (body) => ({ url: calls.calculate, method: 'POST', body }),
      transformResponse: completeResult,
    }),
    compareScenarios: build.mutation<ComparisonRead, CalculationRequest>({
      query: (request) => ({ url: calls.compare, method: 'POST', body: { request } }),
    }),
    saveCalculation: build.mutation<KeptCalculation, CalculationRequest>({
      query: (body) => ({ url: calls.calculations, method: 'POST', body }),
      invalidatesTags: ['Calculation'],
    }),
    getCalculation: build.query<KeptCalculation, string>({
      query: (id) => calls.calculation(id),
      transformResponse: completeSaved,
    }),
  }),
})

export const {
  useCalculateMutation,
  useCompareScenariosMutation,
  useSaveCalculationMutation,
  useGetCalculationQuery,
} = calculatorApi
