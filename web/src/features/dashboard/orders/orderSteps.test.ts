import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../../tests/normalizeSpaces.ts'
import { makeDocument, makeOrder } from '../../../../tests/orders.ts'
import type { StepRead } from '../../../api/wire/content.ts'
import { computeCarPosition, resolveRoute } from './carPosition.ts'
import { parseOrderCalculation, sumLines } from './orderCalculation.ts'
import { findCurrentStepNumber, listRequiredDocuments, listStepDeviations } from './orderSteps.ts'

const now = new Date('2026-11-20T09:00:00Z')
const describeDeviations = (order: ReturnType<typeof makeOrder>, index: number) =>
  listStepDeviations(order.steps, order.steps[index] as StepRead, now).map((deviation) =>
    normalizeSpaces(deviation.text),
  )

describe('the steps of an order', () => {
  it('show their deviation from the plan, with the reason', () => {
    const order = makeOrder()
    expect(findCurrentStepNumber(order.steps)).toBe(5)
    expect(describeDeviations(order, 0)).toEqual(['в срок'])
    expect(describeDeviations(order, 3)).toEqual(['на 1 день позже: Банк попросил копию договора'])
    expect(describeDeviations(order, 4)).toEqual(['28-й день из 30'])
    expect(describeDeviations(order, 6)).toEqual([])
  })

  it('show that the current step takes longer than planned', () => {
    const order = makeOrder()
    Object.assign(order.steps[4] as StepRead, { planned_to: '2026-11-18' })
    expect(describeDeviations(order, 4)).toEqual(['дольше плана на 2 дня'])
  })

  it('count days by the Moscow calendar', () => {
    const order = makeOrder()
    // 00:30 of the planned day in Moscow, but still the day before in UTC.
    Object.assign(order.steps[0] as StepRead, { actual_at: '2026-10-12T21:30:00Z' })
    expect(describeDeviations(order, 0)).toEqual(['в срок'])
  })
})

describe('the position on the map', () => {
  it('is the town of the last report', () => {
    const { route, done, part, live } = computeCarPosition(makeOrder(), now)
    expect({ route, done, part }).toEqual({ route: 'minsk', done: 0, part: 0.53 })
    expect(live?.note).toContain('Познань')
  })

  it('never passes a station that no report has named', () => {
    const order = makeOrder({ reports: [] })
    const late = new Date('2026-12-30T09:00:00Z')
    expect(computeCarPosition(order, late)).toMatchObject({ done: 0, part: 0.96 })
  })

  it('follows the route of the port that a report names', () => {
    const order = makeOrder()
    const reports = order.reports.map((report) => ({ ...report, place: 'Клайпеда' }))
    expect(resolveRoute({ ...order, reports })).toBe('klaipeda')
    expect(resolveRoute({ ...order, reports, route: 'kaliningrad' })).toBe('kaliningrad')
  })
})

it('needed and rejected documents are required, the rejected first', () => {
  const documents = [
    makeDocument({ title: 'СНИЛС', status: 'needed' }),
    makeDocument({ title: 'ИНН', status: 'needed', due_on: '2026-11-23' }),
    makeDocument({ title: 'Справка', status: 'rejected' }),
    makeDocument({ title: 'Паспорт', status: 'accepted' }),
    makeDocument({ title: 'Договор', status: 'needed', side: 'company' }),
  ]
  expect(listRequiredDocuments(documents).map((document) => document.title)).toEqual([
    'Справка',
    'ИНН',
    'СНИЛС',
  ])
})

describe('the calculation of an order', () => {
  it('has the lines of a contract', () => {
    const calculation = parseOrderCalculation(makeOrder())
    expect(calculation?.rate).toBe(93.3508)
    expect(sumLines(calculation?.lines ?? [])).toBe(3397361)
  })

  it('has the totals of a saved calculation', () => {
    const calculation = { edition: 'ru-2026-01', total_customs: 500000, total: 3000000 }
    expect(parseOrderCalculation({ calculation })?.lines.map((line) => line.amount)).toEqual([
      2500000, 500000,
    ])
  })

  it('is null in an unknown format', () => {
    expect(parseOrderCalculation({ calculation: { lines: 'нет' } })).toBeNull()
    expect(parseOrderCalculation({ calculation: null })).toBeNull()
  })
})
