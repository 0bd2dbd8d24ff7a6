// What an answer of the calculator may lack, so that its result is shown without it.

import type { CalculationRead, KeptCalculation } from '../../app/wire/calculator.ts'

const none = { breakdown: [], warnings: [], edition: '—' }
const amounts = { customsDuty: 0, vat: 0, exciseTax: 0, recyclingFee: 0, registrationCost: 0 }

/** The calculation with empty values for what the answer lacks. */
export function completeResult(result: CalculationRead): CalculationRead {
  const { current } = result
  return {
    ...none,
    ...amounts,
    ...result,
    current: current && { ...current, differences: current.differences ?? [] },
  }
}

/** The same for a saved calculation. */
export function completeSaved(saved: KeptCalculation): KeptCalculation {
  return { ...none, ...amounts, ...saved, request: saved.request ?? {} }
}
