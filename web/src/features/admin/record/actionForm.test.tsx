import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../../tests/normalizeSpaces.ts'
import { makeOrder } from '../../../../tests/orders.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { AdminUser } from '../../../api/wire/auth.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { hasUnsentInput } from '../../../platform/unsentInput.ts'
import { OrderActions, OrderProgress } from '../orders/OrderActions.tsx'
import { UserActions } from '../people/usersSection.tsx'

const user = userEvent.setup()

function showUser(patch: (body: unknown) => Response) {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/auth/admin/users/u1/sessions', () => HttpResponse.json({ sessions: [] })),
    http.patch('*/api/auth/admin/users/u1', async ({ request }) => {
      sent.push(await request.json())
      return patch(sent.at(-1))
    }),
  )
  renderRoute(<UserActions row={{ id: 'u1', account_status: 'active', version: 1 } as AdminUser} />)
  return sent
}

/** Confirms in the dialog that names the person and the reason. */
async function confirmBlock() {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Заблокировать' }))
}

describe('a form of one action', () => {
  it('is sent by Enter, and holds no unsent input after that', async () => {
    const sent = showUser(() => HttpResponse.json({ success: true }))
    await user.type(screen.getByLabelText('Причина'), ' Чужие документы {Enter}')
    await confirmBlock()
    await waitFor(() =>
      expect(sent).toEqual([{ account_status: 'blocked', reason: 'Чужие документы', version: 1 }]),
    )
    await waitFor(() => expect(hasUnsentInput()).toBe(false))
  })

  it('is not sent by Enter while a required field is empty', async () => {
    const sent = showUser(() => HttpResponse.json({ success: true }))
    await user.type(screen.getByLabelText('Причина'), '   {Enter}')
    expect(sent).toEqual([])
    expect(screen.getByRole('button', { name: 'Заблокировать' })).toHaveProperty('disabled', true)
  })

  it('shows an error of the server at its field, and keeps the text', async () => {
    showUser(() =>
      HttpResponse.json(
        {
          code: 'validation_failed',
          message: 'Проверьте поля',
          errors: [{ field: 'reason', message: 'Слишком коротко' }],
        },
        { status: 422 },
      ),
    )
    const field = screen.getByLabelText<HTMLInputElement>('Причина')
    await user.type(field, 'Да{Enter}')
    await confirmBlock()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(/Слишком коротко/).length).toBeGreaterThan(0)
    expect(field.value).toBe('Да')
  })
})

it('a later plan of a step requires a reason, and a payment requires a number', async () => {
  const sent: unknown[] = []
  const order = { ...makeOrder(), version: 4 } as unknown as OrderAdmin
  network.use(
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
    http.post('*/api/content/admin/payments', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true }, { status: 201 })
    }),
    http.patch('*/api/content/admin/orders/:id', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: order })
    }),
  )
  renderRoute(
    <>
      <OrderProgress row={order} />
      <OrderActions row={order} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: /Срок и сообщение: Передача/ }))
  const end = screen.getByLabelText('Конец')
  await user.clear(end)
  await user.type(end, '2026-12-05')
  const save = screen.getByRole('button', { name: 'Сохранить' })
  expect(save).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Причина переноса'), 'Шторм{Enter}')
  const step = {
    key: 'handover',
    planned_from: '2026-11-29',
    planned_to: '2026-12-05',
    delay_reason: 'Шторм',
  }
  await waitFor(() => expect(sent).toEqual([{ version: 4, steps: [step] }]))
  await user.click(screen.getByText('Новый платёж'))
  await user.type(screen.getByLabelText('Сумма, ₽'), '200 000{Enter}')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ amount_rub: 200_000, kind: 'payment', due_at: null })
})

it('a step that is moved past the next ones warns of them, and moves them with it', async () => {
  const sent: unknown[] = []
  const order = { ...makeOrder(), version: 4 } as unknown as OrderAdmin
  network.use(
    http.patch('*/api/content/admin/orders/:id', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: order })
    }),
  )
  renderRoute(<OrderProgress row={order} />)
  await user.click(screen.getByRole('button', { name: /Срок и сообщение: Логистика/ }))
  const end = screen.getByLabelText('Конец')
  await user.clear(end)
  await user.type(end, '2026-12-02')
  expect(screen.getByText('По плану окажутся раньше этого этапа: Таможня, Передача.')).toBeTruthy()
  await user.click(screen.getByLabelText(/^Сдвинуть следующие этапы на 10.дней$/))
  expect(screen.queryByText(/По плану окажутся/)).toBeNull()
  await user.type(screen.getByLabelText('Причина переноса'), 'Шторм{Enter}')
  const delay_reason = 'Шторм'
  await waitFor(() =>
    expect(sent).toEqual([
      {
        version: 4,
        steps: [
          {
            key: 'logistics',
            planned_from: '2026-10-25',
            planned_to: '2026-12-02',
            delay_reason,
          },
          { key: 'customs', planned_from: '2026-12-03', planned_to: '2026-12-08', delay_reason },
          { key: 'handover', planned_from: '2026-12-09', planned_to: '2026-12-09', delay_reason },
        ],
      },
    ]),
  )
})

it('the plan of a step shows a refused period at its end', async () => {
  const order = { ...makeOrder(), version: 4 } as unknown as OrderAdmin
  const errors = [{ field: 'steps', message: 'Конец этапа раньше его начала' }]
  network.use(
    http.patch('*/api/content/admin/orders/:id', () =>
      HttpResponse.json(
        { code: 'validation_error', message: 'Проверьте поля формы', errors },
        { status: 422 },
      ),
    ),
  )
  renderRoute(<OrderProgress row={order} />)
  await user.click(screen.getByRole('button', { name: /Срок и сообщение: Передача/ }))
  const end = screen.getByLabelText('Конец')
  await user.clear(end)
  await user.type(end, '2026-11-20')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(end.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Конец этапа раньше его начала')).toBeTruthy()
})

it('the question before an order is cancelled names its open invoices and the received money', async () => {
  const order = makeOrder() as unknown as OrderAdmin
  network.use(
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
  )
  const money = { ...order.money, paid_rub: 250_000, next_amount_rub: 100_000 }
  renderRoute(<OrderActions row={{ ...order, money }} />)
  await user.type(screen.getByLabelText('Причина отмены'), 'Передумал{Enter}')
  const question = await screen.findByRole('alertdialog')
  expect(normalizeSpaces(question.textContent)).toContain(
    'Покупатель увидит причину. Неоплаченные счета отменятся, о каждом уйдёт сообщение. Получено 250 000 ₽: деньги останутся за заказом, возврат запишите отдельно.',
  )
})

it('a cancelled order takes refunds, but no invoice and no report', async () => {
  network.use(
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
  )
  const order = { ...makeOrder(), status: 'cancelled' } as unknown as OrderAdmin
  renderRoute(<OrderActions row={order} />)
  await user.click(await screen.findByText('Новый платёж'))
  const kinds = screen.getByLabelText<HTMLSelectElement>('Вид')
  expect([...kinds.options].map(({ text }) => text)).toEqual(['Возврат'])
  expect(screen.queryByText('Новый отчёт')).toBeNull()
})
