// The list of payments in the panel.

import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { paymentsSection } from './paymentsSection.tsx'

const payment = {
  id: 'p1',
  order_id: 'o1',
  order_number: 'MA-2291',
  title: 'Задаток',
  status: 'paid',
  amount_rub: 200_000,
  due_at: null,
  paid_at: '2026-11-24T09:30:00Z',
  unbooked: [],
}

it('the list of payments shows when a payment arrived, in Moscow time', async () => {
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [payment], total: 1 }),
    ),
  )
  renderRoute(<AdminList section={paymentsSection} />)
  const row = (await screen.findByRole('button', { name: 'Задаток' })).closest('tr') as HTMLElement
  expect(screen.getByRole('columnheader', { name: 'Оплачен (МСК)' })).toBeTruthy()
  expect(within(row).getByTitle(/24 ноября 2026, 12:30/)).toBeTruthy()
})

it('the list of payments says when the due day of an open payment was', async () => {
  const due_at = '2020-11-01T20:59:00Z'
  const late = { ...payment, id: 'p2', title: 'Второй взнос', status: 'waiting', due_at }
  const settled = { ...payment, id: 'p3', title: 'Доставка', due_at }
  const ahead = { ...late, id: 'p4', title: 'Остаток', due_at: '2999-11-01T20:59:00Z' }
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [late, settled, ahead], total: 3 }),
    ),
  )
  renderRoute(<AdminList section={paymentsSection} />)
  const findRow = async (title: string) =>
    (await screen.findByRole('button', { name: title })).closest('tr') as HTMLElement
  expect((await findRow('Второй взнос')).textContent).toContain('срок был 1')
  expect((await findRow('Доставка')).textContent).not.toContain('срок был')
  expect((await findRow('Остаток')).textContent).not.toContain('срок был')
})
