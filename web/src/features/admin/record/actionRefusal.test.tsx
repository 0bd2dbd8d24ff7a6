// What a manager reads when a colleague was first.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { makeSignedInStore } from '../../../../tests/signedInStore.ts'
import { DoneNotice } from '../DoneNotice.tsx'
import { AdminList } from '../list/AdminList.tsx'
import { ordersSection } from '../orders/ordersSection.tsx'

const user = userEvent.setup({ delay: null })
const seen = {
  id: 'o1',
  number: 'MA-2291',
  title: 'BMW 318d Touring, 2022',
  user_id: 'u1',
  user_name: 'Анна Ветрова',
  status: 'active',
  price_rub: 4_000_000,
  money: { paid_rub: 0, refunded_rub: 0, left_rub: 4_000_000, next_amount_rub: null },
  route: null,
  steps: [
    { key: 'contract', title: 'Договор', status: 'current', documents: [] },
    { key: 'search', title: 'Поиск', status: 'planned', documents: [] },
  ],
  documents: [],
  version: 4,
}
let order: object = seen

beforeEach(() => {
  order = seen
  network.use(
    http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: [order], total: 1 })),
    http.get('*/api/content/admin/orders/o1', () => HttpResponse.json({ item: order })),
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
    http.get('*/api/content/admin/orders/o1/messages', () =>
      HttpResponse.json({ items: [], total: 0 }),
    ),
    http.get('*/api/content/admin/conversations*', () =>
      HttpResponse.json({ items: [], total: 0 }),
    ),
    http.post('*/api/content/admin/orders/o1/advance/preview', () =>
      HttpResponse.json({ type: 'content.order.advanced', event: null }),
    ),
  )
})

async function advanceAfter(colleague: object) {
  network.use(
    http.post('*/api/content/admin/orders/o1/advance', () => {
      order = { ...seen, version: 5, ...colleague }
      return HttpResponse.json(
        { code: 'stale_version', message: 'Запись изменил кто-то другой' },
        { status: 409 },
      )
    }),
  )
  renderRoute(
    <>
      <AdminList section={ordersSection} />
      <DoneNotice />
    </>,
    { at: '/?item=o1', store: makeSignedInStore() },
  )
  const form = within(await screen.findByRole('form', { name: 'Перевести на следующий этап' }))
  await user.type(form.getByRole('textbox'), 'Документы готовы')
  await user.click(form.getByRole('button', { name: 'Перевести на следующий этап' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Перевести и сообщить' }))
}

it('a step that a colleague advanced meanwhile is refused beside the button, and the typed text stays', async () => {
  await advanceAfter({ title: 'BMW 318d Touring, 2023' })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^Не.выполнено: запись только что изменил кто-то другой/)
  await screen.findByText(/BMW 318d Touring, 2023/)
  const form = within(screen.getByRole('form', { name: 'Перевести на следующий этап' }))
  expect(form.getByRole('alert')).toBeTruthy()
  expect(form.getByDisplayValue('Документы готовы')).toBeTruthy()
})

it('an order that a colleague cancelled meanwhile has no form, so the refusal is said outside of it', async () => {
  await advanceAfter({ status: 'cancelled' })
  await waitFor(() =>
    expect(screen.queryByRole('form', { name: 'Перевести на следующий этап' })).toBeNull(),
  )
  const notice = await screen.findByText(/^Не.выполнено: запись только что изменил кто-то другой/)
  expect(notice.closest('[role=status]')).toBeTruthy()
})

it('a record that a colleague deleted meanwhile is called gone, and the typed text stays', async () => {
  network.use(
    http.patch('*/api/content/admin/orders/o1', () =>
      HttpResponse.json({ code: 'not_found', message: 'Такой записи нет' }, { status: 404 }),
    ),
  )
  renderRoute(<AdminList section={ordersSection} />, {
    at: '/?item=o1',
    store: makeSignedInStore(),
  })
  const form = within(await screen.findByRole('form', { name: /^MA-2291/ }))
  await user.type(form.getByLabelText('Автомобиль'), '!')
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  expect((await form.findByRole('alert')).textContent).toMatch(/^Записи больше нет/)
  expect(form.getByDisplayValue('BMW 318d Touring, 2022!')).toBeTruthy()
})
