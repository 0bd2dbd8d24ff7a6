import { describe, expect, it } from 'vitest'
import type { StepRead } from '../../../api/wire/content.ts'
import { computePlanChart } from './planRows.ts'

const makeStep = (fields: Partial<StepRead>): StepRead => ({
  key: 'search',
  title: 'Поиск',
  status: 'pending',
  planned_from: '2026-11-01',
  planned_to: '2026-11-10',
  actual_at: null,
  note: null,
  message: null,
  delay: null,
  documents: [],
  ...fields,
})

describe('the chart of an order', () => {
  it('has the first plan and the actual times on one scale', () => {
    const steps = [
      makeStep({ status: 'done', actual_at: '2026-11-05T12:00:00Z' }),
      makeStep({
        key: 'check',
        title: 'Проверка',
        status: 'current',
        planned_from: '2026-11-11',
        planned_to: '2026-11-20',
        delay: {
          at: '2026-11-09T12:00:00Z',
          was_from: '2026-11-11',
          was_to: '2026-11-15',
          reason: 'праздники',
        },
      }),
    ]
    const chart = computePlanChart(steps, '2026-11-15')
    expect(chart?.first).toBe('2026-11-01')
    expect(chart?.last).toBe('2026-11-20')
    expect(chart?.rows[0]?.plan).toEqual({ from: 0, to: 0.5 })
    expect(chart?.rows[0]?.actual).toEqual({ from: 0, to: 0.25 })
    // The plan is the first one announced. The actual range starts at the end of the previous step.
    expect(chart?.rows[1]?.plan).toEqual({ from: 0.5, to: 0.75 })
    expect(chart?.rows[1]?.actual).toEqual({ from: 0.2, to: 0.75 })
    expect(chart?.today).toBeCloseTo(14.5 / 20)
  })

  it('does not exist for an order without steps', () => {
    expect(computePlanChart([], '2026-11-15')).toBeNull()
  })
})
