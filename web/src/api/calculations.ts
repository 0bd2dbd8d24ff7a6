// Calculations of the cost of a car. A calculation changes nothing on the server, so it is a query.

import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { CalculationRead, CalculationRequest, ComparisonRead } from './wire/calculator.ts'

// Values for fields that a response may lack, so that its result is still shown.
const resultDefaults = { breakdown: [], warnings: [], edition: '—' }
const zeroAmounts = { customsDuty: 0, vat: 0, exciseTax: 0, recyclingFee: 0, registrationCost: 0 }

function completeResult(result: CalculationRead): CalculationRead {
  const { current } = result
  return {
    ...resultDefaults,
    ...zeroAmounts,
    ...result,
    current: current && { ...current, differences: current.differences ?? [] },
  }
}

export const calculationsApi = injectCalls(({ build, get, list, post, remove }) => ({
  calculate: build.query<CalculationRead, CalculationRequest>({
    query: (body) => ({ url: calls.calculate, method: 'POST', body }),
    transformResponse: completeResult,
  }),
  compareScenarios: build.query<ComparisonRead, CalculationRequest>({
    query: (request) => ({ url: calls.compare, method: 'POST', body: { request } }),
  }),
  saveCalculation: post(calls.calculations, [listTag('Calculation')]),
  claimCalculations: post(calls.claimCalculations, [listTag('Calculation')]),
  getCalculation: get(
    calls.calculation,
    (_saved, _error, id) => [{ type: 'Calculation', id }],
    (saved) => ({ ...resultDefaults, ...zeroAmounts, ...saved, request: saved.request ?? {} }),
  ),
  getMyCalculations: list(calls.calculations, {
    type: 'Calculation',
    pageSize: 20,
    rows: ({ calculations }) => calculations,
  }),
  dropCalculation: remove(calls.calculation, (_answer, _error, id) => [
    { type: 'Calculation', id },
    listTag('Calculation'),
  ]),
}))

export const {
  useCalculateQuery,
  useLazyCalculateQuery,
  useLazyCompareScenariosQuery,
  useSaveCalculationMutation,
  useClaimCalculationsMutation,
  useGetCalculationQuery,
  useGetMyCalculationsInfiniteQuery,
  useDropCalculationMutation,
} = calculationsApi
