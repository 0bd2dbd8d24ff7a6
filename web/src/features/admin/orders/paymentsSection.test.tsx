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

it('the buyer is notified of received money only after a confirmation that names the payment', async () => {
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

const user = userEvent.setup()

function servePayment(served: object) {
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [served], total: 1 }),
    ),
    http.get('*/api/content/admin/payments/p1', () => HttpResponse.json({ item: served })),
  )
}

async function findForm() {
  const panel = within(await screen.findByRole('complementary', { name: 'Платежи' }))
  return { panel, form: within(await panel.findByRole('form', { name: 'MA-2291: Задаток' })) }
}

const listStates = (form: Awaited<ReturnType<typeof findForm>>['form']) =>
  within(form.getByLabelText('Состояние'))
    .getAllByRole('option')
    .map((option) => option.textContent)

it('the form of a payment offers only the states that may follow', async () => {
  servePayment({
    ...payment,
    kind: 'deposit',
    status: 'waiting',
    version: 2,
    next_statuses: ['pending', 'paid', 'cancelled'],
  })
  renderRoute(<AdminList section={paymentsSection} />, { at: '/?item=p1' })
  const { panel, form } = await findForm()
  expect(listStates(form)).toEqual(['К оплате', 'Проверяем', 'Оплачен', 'Отменён'])
  expect(panel.getByRole('button', { name: 'Удалить' })).toBeTruthy()
})

it('a payment marked as paid by mistake is taken back after a confirmation that says what happens', async () => {
  const sent: unknown[] = []
  servePayment({
    ...payment,
    kind: 'deposit',
    user_id: 'u1',
    version: 3,
    receipt: '№ 124',
    next_statuses: ['refunded'],
    statuses_after_mistake: ['pending', 'cancelled'],
  })
  network.use(
    http.post('*/api/content/admin/payments/p1/take-back', async ({ request }) => {
      sent.push(await request.json())
      const item = { ...payment, kind: 'deposit', status: 'cancelled', version: 4 }
      servePayment(item)
      return HttpResponse.json({ item })
    }),
  )
  renderRoute(<AdminList section={paymentsSection} />, { at: '/?item=p1' })
  const { panel, form } = await findForm()
  expect(listStates(form)).toEqual(['Оплачен', 'Возвращён'])
  expect(panel.queryByRole('button', { name: 'Удалить' })).toBeNull()
  await user.selectOptions(
    panel.getByLabelText('Что будет со счётом'),
    'Отменится, платить не нужно',
  )
  await user.click(panel.getByRole('button', { name: 'Снять отметку об оплате' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Снять отметку об оплате?' }),
  )
  expect(question.getByText(/200.000.₽ уйдут из оплаченного\. Чек исчезнет/)).toBeTruthy()
  expect(question.getByText(/Покупатель узнает сразу/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Снять отметку' }))
  await waitFor(() => expect(sent).toEqual([{ version: 3, status: 'cancelled' }]))
  await waitFor(() =>
    expect(panel.queryByRole('button', { name: 'Снять отметку об оплате' })).toBeNull(),
  )
})

it('the form marks money as sent only after a confirmation that names the payment', async () => {
  servePayment({
    ...payment,
    kind: 'deposit',
    version: 3,
    next_statuses: ['refunded'],
  })
  const sent: unknown[] = []
  network.use(
    http.patch('*/api/content/admin/payments/p1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: payment })
    }),
  )
  renderRoute(<AdminList section={paymentsSection} />, { at: '/?item=p1' })
  const { form } = await findForm()
  await user.selectOptions(form.getByLabelText('Состояние'), 'Возвращён')
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  const question = await screen.findByRole('alertdialog', {
    name: /^Деньги отправлены: Задаток, 200.000.₽\?$/,
  })
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Деньги отправлены' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'refunded', version: 3 }]))
})

const refund = {
  ...payment,
  title: 'Возврат',
  kind: 'refund',
  status: 'waiting',
  version: 2,
  next_statuses: ['pending', 'paid', 'cancelled'],
}

it('the states of a refund say that money goes back to the buyer', async () => {
  const rows = [
    { ...refund, id: 'p1', title: 'Ждёт', status: 'pending' },
    { ...refund, id: 'p2', title: 'В банке', status: 'waiting' },
    { ...refund, id: 'p3', title: 'Отправлен', status: 'paid' },
    { ...payment, id: 'p4', title: 'Задаток', kind: 'deposit' },
  ]
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: rows, total: rows.length }),
    ),
  )
  renderRoute(<AdminList section={paymentsSection} />)
  const readState = async (title: string) =>
    within(
      (await screen.findByRole('button', { name: title })).closest('tr') as HTMLElement,
    ).getAllByRole('cell')[3]?.textContent
  expect(await readState('Ждёт')).toMatch(/^К.возврату$/)
  expect(await readState('В банке')).toBe('Отправляем')
  expect(await readState('Отправлен')).toBe('Возвращён')
  expect(await readState('Задаток')).toBe('Оплачен')
})

it('the form of a refund offers the states of a refund', async () => {
  servePayment({ ...refund, title: 'Задаток' })
  renderRoute(<AdminList section={paymentsSection} />, { at: '/?item=p1' })
  const { form } = await findForm()
  expect(listStates(form)).toEqual(['К возврату', 'Отправляем', 'Возвращён', 'Отменён'])
})

it.each(['pending', 'waiting'])('a refund that is %s is marked as sent', async (status) => {
  servePayment({ ...refund, status })
  renderRoute(<OrderPayments order={{ id: 'o1' } as OrderAdmin} />)
  await user.click(await screen.findByRole('button', { name: 'Деньги отправлены' }))
  expect(screen.queryByRole('button', { name: 'Деньги пришли' })).toBeNull()
  await screen.findByRole('alertdialog', {
    name: /^Деньги отправлены: Возврат, 200.000.₽\?$/,
  })
})

it('refunds are left out when money is marked as received', async () => {
  const invoice = {
    ...payment,
    id: 'p2',
    title: 'Второй взнос',
    kind: 'payment',
    status: 'waiting',
  }
  network.use(
    http.get('*/api/content/admin/payments', () =>
      HttpResponse.json({ items: [refund, invoice], total: 2 }),
    ),
  )
  renderRoute(<AdminList section={paymentsSection} />)
  await screen.findByRole('button', { name: 'Возврат' })
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать все' }))
  expect(await screen.findByRole('button', { name: 'Деньги пришли: 1' })).toBeTruthy()
})
