// The list of payments in the panel.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { AdminList } from '../list/AdminList.tsx'
import { OrderPayments } from './OrderPayments.tsx'
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

it('the buyer is told of received money only after a question that names the payment', async () => {
  const deposit = {
    id: 'p1',
    title: 'Задаток',
    kind: 'deposit',
    status: 'waiting',
    amount_rub: 200_000,
    due_at: null,
    version: 2,
  }
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [deposit], total: 1 }),
    ),
    http.patch('*/api/content/admin/payments/p1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: deposit })
    }),
  )
  renderRoute(<OrderPayments order={{ id: 'o1' } as OrderAdmin} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Деньги пришли' }))
  const question = await screen.findByRole('alertdialog', {
    name: /^Деньги пришли: Задаток, 200.000.₽\?$/,
  })
  expect(sent).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Деньги пришли' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'paid', version: 2 }]))
})
