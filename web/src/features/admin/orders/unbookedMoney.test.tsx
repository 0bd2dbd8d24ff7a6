import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { AdminList } from '../list/AdminList.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { paymentsSection } from './paymentsSection.tsx'

const user = userEvent.setup()
const notice = {
  provider: 'signed',
  notice_id: 'n-1',
  problem: 'closed',
  status: 'paid',
  amount_rub: 200_000,
  received_at: '2026-11-24T09:30:00Z',
}
let payment = makePayment()

function makePayment() {
  return {
    id: 'p1',
    order_id: 'o1',
    order_number: 'MA-2305',
    title: 'Задаток',
    kind: 'deposit',
    status: 'cancelled',
    amount_rub: 200_000,
    due_at: null,
    version: 2,
    unbooked: [notice],
  }
}

beforeEach(() => {
  payment = makePayment()
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [payment], total: 1 }),
    ),
    http.get('*/api/content/admin/payments/p1', () => HttpResponse.json({ item: payment })),
  )
})

it('money for a closed payment is shown and settled with a note', async () => {
  const sent: unknown[] = []
  network.use(
    http.post('*/api/content/admin/payments/p1/notices/settle', async ({ request }) => {
      sent.push(await request.json())
      payment = { ...payment, unbooked: [] }
      return HttpResponse.json({ item: payment })
    }),
  )
  renderRoute(<AdminList section={paymentsSection} />)
  expect(await screen.findByText('Деньги не зачтены')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Задаток' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Платежи' }))
  expect(await panel.findByText(/Деньги не зачтены: поступило 200.000.₽, 24 ноября/)).toBeTruthy()
  expect(panel.getByText(/Счёт уже закрыт/)).toBeTruthy()
  await user.type(panel.getByLabelText('Что сделали с деньгами'), 'Вернули отправителю{Enter}')
  await waitFor(() =>
    expect(sent).toEqual([{ provider: 'signed', notice_id: 'n-1', note: 'Вернули отправителю' }]),
  )
  await waitFor(() => expect(panel.queryByText(/Деньги не зачтены/)).toBeNull())
})

it('a payment with unbooked money is marked among the payments of its order', async () => {
  renderRoute(<OrderPayments order={{ id: 'o1' } as OrderAdmin} />)
  const line = (await screen.findByRole('link', { name: 'Задаток' })).closest('li') as HTMLElement
  expect(within(line).getByText('Деньги не зачтены')).toBeTruthy()
})
