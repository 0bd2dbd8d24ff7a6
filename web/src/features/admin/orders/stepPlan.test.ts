import { expect, it } from 'vitest'
import { makeOrder } from '../../../../tests/orders.ts'
import { countDaysLater, findContradictions, findNextSteps, shiftDay } from './stepPlan.ts'

const { steps } = makeOrder()
const findStep = (key: string) => steps.find((step) => step.key === key) as (typeof steps)[number]
const listKeys = (found: readonly { key: string }[]) => found.map(({ key }) => key)

it('a step that moves past the next ones contradicts them', () => {
  const late = { from: '2026-10-25', to: '2026-11-28' }
  expect(findContradictions(steps, 'logistics', late)).toEqual({ next: [], earlier: [] })
  const tooLate = { from: '2026-10-25', to: '2026-12-05' }
  expect(listKeys(findContradictions(steps, 'logistics', tooLate).next)).toEqual([
    'customs',
    'handover',
  ])
  const begunLate = { from: '2026-11-24', to: '2026-11-28' }
  expect(listKeys(findContradictions(steps, 'logistics', begunLate).next)).toEqual(['customs'])
})

it('a step that moves before an earlier one contradicts it, unless that one is finished', () => {
  const early = { from: '2026-10-01', to: '2026-10-02' }
  expect(listKeys(findContradictions(steps, 'customs', early).earlier)).toEqual(['logistics'])
  expect(findContradictions(steps, 'logistics', early).earlier).toEqual([])
})

it('the next steps are shifted by as many days as the step', () => {
  const logistics = findStep('logistics')
  expect(countDaysLater(logistics, { from: '2026-10-25', to: '2026-11-27' })).toBe(5)
  expect(countDaysLater(logistics, { from: '2026-10-28', to: '2026-11-22' })).toBe(3)
  expect(countDaysLater(logistics, { from: '2026-10-25', to: '2026-11-20' })).toBe(0)
  expect(countDaysLater(logistics, { from: '2026-10-25', to: '' })).toBe(0)
  expect(listKeys(findNextSteps(steps, 'logistics'))).toEqual(['customs', 'handover'])
  expect(shiftDay('2026-12-29', 5)).toBe('2027-01-03')
})
