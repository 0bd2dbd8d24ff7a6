// Dates in the table of payments.

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import type { PaymentRead } from '../../../api/wire/content.ts'
import { PaymentTable } from './PaymentTable.tsx'

const payment = {
  id: 'p1',
  order_id: 'o1',
  order_number: 'MA-2291',
  order_title: 'BMW 318d Touring, 2022',
  title: 'Автомобиль',
  kind: 'payment',
  status: 'pending',
  amount_rub: 200_000,
  due_at: '2026-11-30T06:07:00Z',
  paid_at: null,
  receipt: null,
  receipt_url: null,
  updated_at: '2026-11-30T04:07:00Z',
} as PaymentRead
const now = new Date('2026-11-30T04:10:00Z')

it('names the hour until which a reservation waits for its payment', () => {
  const ofReservation = { ...payment, order_id: null, reservation_id: 'r1' }
  renderRoute(<PaymentTable payments={[ofReservation]} now={now} />)
  expect(screen.getByText(/^до 30.ноября.*09:07/)).toBeTruthy()
})

it('says of an open invoice with customs payments until when they may change', () => {
  const customs = { ...payment, id: 'p2', includes_customs: true }
  const paid = { ...customs, id: 'p3', status: 'paid' } as PaymentRead
  renderRoute(<PaymentTable payments={[payment, customs, paid]} now={now} />)
  expect(screen.getAllByText(/когда зарегистрирована декларация/)).toHaveLength(1)
})

it('names the day until which an order is paid', () => {
  renderRoute(<PaymentTable payments={[payment]} now={now} />)
  expect(screen.getByText(/^до 30.ноября.2026$/)).toBeTruthy()
})

it('a refund is not called an invoice to pay', () => {
  const refund = { ...payment, kind: 'refund', status: 'pending' } as PaymentRead
  const sent = { ...refund, id: 'p2', status: 'paid' } as PaymentRead
  renderRoute(<PaymentTable payments={[refund, sent]} now={now} />)
  expect(screen.getByText(/^готовим.возврат$/)).toBeTruthy()
  expect(screen.getByText('возвращён')).toBeTruthy()
  expect(screen.queryByText(/оплат|оплачен/)).toBeNull()
})
