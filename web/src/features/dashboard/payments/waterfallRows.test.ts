import { expect, it } from 'vitest'
import type { PaymentRead } from '../../../api/wire/content.ts'
import { createWaterfallRows } from './waterfallRows.ts'

const makePayment = (fields: Partial<PaymentRead>) =>
  ({
    kind: 'stage',
    created_at: '2026-11-01T09:00:00Z',
    paid_at: null,
    due_at: null,
    title: 'Платёж',
    ...fields,
  }) as PaymentRead

it('the payments follow one another up to the agreed price', () => {
  const rows = createWaterfallRows(
    [
      makePayment({ id: 'later', status: 'pending', amount_rub: 300 }),
      makePayment({
        id: 'first',
        status: 'paid',
        amount_rub: 200,
        paid_at: '2026-11-02T09:00:00Z',
      }),
      makePayment({ id: 'gone', status: 'cancelled', amount_rub: 999 }),
      makePayment({ id: 'back', status: 'paid', kind: 'refund', amount_rub: 50 }),
    ],
    1000,
  )
  expect(rows.map(({ id, amount, from, to }) => [id, amount, from, to])).toEqual([
    ['first', 200, 0, 0.2],
    ['later', 300, 0.2, 0.5],
    ['rest', 500, 0.5, 1],
  ])
})

it('there is no remainder if more was invoiced than agreed', () => {
  const rows = createWaterfallRows(
    [makePayment({ id: 'one', status: 'paid', amount_rub: 1200 })],
    1000,
  )
  expect(rows.map(({ id, to }) => [id, to])).toEqual([['one', 1]])
})
