import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { contentAudit } from './auditSections.tsx'
import { AdminList } from './list/AdminList.tsx'
import { orderToSort, sortToOrder } from './list/useListState.ts'
import { isOrderLate } from './orders/lateOrders.ts'
import { ordersSection } from './orders/ordersSection.tsx'
import { paymentsSection } from './orders/paymentsSection.tsx'
import { teamSection } from './people/teamSection.tsx'
import { usersSection } from './people/usersSection.tsx'
import { carsSection } from './publishing/carsSection.tsx'
import { ChangeList, summarizeChanges } from './record/ChangeList.tsx'
import { findFieldProblems, toFormValues, toRequestBody } from './record/formValues.ts'
import type { Section } from './section.ts'

const user = userEvent.setup()

const member = {
  id: 'm1',
  name: 'Илья Воронов',
  position: 'Логист',
  status: 'published',
  handle: 'ilya',
  email: null,
  phone: null,
  work: null,
  avatar: null,
  sort_order: 1,
  user_id: null,
  version: 3,
}

function serveTeam(patch: (body: Record<string, unknown>) => Response) {
  const requests: string[] = []
  const sent: Record<string, unknown>[] = []
  let now = member
  network.use(
    // Team members may belong to a user.
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
    http.get('*/api/content/admin/team', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({ items: [now], total: 41 })
    }),
    http.get('*/api/content/admin/team/m1', () => HttpResponse.json({ item: now })),
    http.patch('*/api/content/admin/team/m1', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(body)
      now = { ...member, name: 'Илья Громов', version: 4 }
      return patch(body)
    }),
  )
  return { requests, sent }
}

describe('an admin list', () => {
  it('requests the page and the sort of its URL, and keeps the focus', async () => {
    const { requests } = serveTeam(() => HttpResponse.json({}))
    renderRoute(<AdminList section={teamSection} />, { at: '/?page=2&sort=-name&status=oops' })
    expect(await screen.findByText('Илья Воронов')).toBeTruthy()
    expect(requests).toEqual(['?sort=-name&limit=20&offset=20'])
    await user.click(screen.getByRole('button', { name: 'Далее' }))
    await waitFor(() => expect(requests.at(-1)).toBe('?sort=-name&limit=20&offset=40'))
    // The button disappears with its page of rows, and the focus moves to the list.
    await waitFor(() => expect(document.activeElement?.className).toBe('ad-list'))
    const row = await screen.findByRole('button', { name: 'Илья Воронов' })
    await user.click(row)
    await user.click(await screen.findByRole('button', { name: 'Закрыть запись' }))
    await waitFor(() => expect(document.activeElement).toBe(row))
  })

  it('exports accounts through the service, which records an audit entry', async () => {
    const requests: string[] = []
    network.use(
      http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
      http.get('*/api/auth/admin/users.csv', ({ request }) => {
        requests.push(new URL(request.url).search)
        return HttpResponse.text('Имя\r\nАнна\r\n')
      }),
    )
    let saved: Blob | null = null
    URL.createObjectURL = (file: Blob) => {
      saved = file
      return 'blob:file'
    }
    URL.revokeObjectURL = () => {}
    renderRoute(<AdminList section={usersSection} />, { at: '/?sort=name&role=staff&page=2' })
    await user.click(await screen.findByRole('button', { name: 'Выгрузить CSV' }))
    await waitFor(() => expect(saved).not.toBeNull())
    expect(requests).toEqual(['?sort=name&role=staff'])
  })

  it('keeps typed values when somebody else saved first, and shows their changes', async () => {
    const { sent } = serveTeam(({ version }) =>
      version === 3
        ? HttpResponse.json({ code: 'stale_version', message: 'Устарело' }, { status: 409 })
        : HttpResponse.json({
            item: { ...member, name: 'Илья Громов', position: 'Главный логист', version: 5 },
          }),
    )
    renderRoute(<AdminList section={teamSection} />, { at: '/?item=m1' })
    const field = await screen.findByLabelText('Должность')
    await user.clear(field)
    await user.type(field, 'Главный логист')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    const note = await screen.findByRole('alert')
    await waitFor(() => expect(note.textContent).toContain('Имя: «Илья Громов»'))
    expect((field as HTMLInputElement).value).toBe('Главный логист')
    expect(hasUnsentInput()).toBe(true)
    await user.click(within(note).getByRole('button', { name: 'Записать мои правки поверх' }))
    expect(await screen.findByText('Сохранено')).toBeTruthy()
    expect(hasUnsentInput()).toBe(false)
    expect(sent).toEqual([
      { position: 'Главный логист', version: 3 },
      { position: 'Главный логист', version: 4 },
    ])
  })
})

describe('the draft of a record', () => {
  it('is restored after a crash of the tab and does not overwrite later changes', async () => {
    const { sent } = serveTeam(() =>
      HttpResponse.json({ code: 'stale_version', message: 'Устарело' }, { status: 409 }),
    )
    const first = renderRoute(<AdminList section={teamSection} />, { at: '/?item=m1' })
    await user.type(await screen.findByLabelText('Должность'), ', старший')
    first.unmount()
    const now = { ...member, name: 'Илья Громов', version: 4 }
    network.use(
      http.get('*/api/content/admin/team', () => HttpResponse.json({ items: [now], total: 1 })),
      http.get('*/api/content/admin/team/m1', () => HttpResponse.json({ item: now })),
    )
    renderRoute(<AdminList section={teamSection} />, { at: '/?item=m1' })
    expect(await screen.findByText(/Восстановлены несохранённые правки/)).toBeTruthy()
    expect(screen.getByLabelText('Должность')).toHaveProperty('value', 'Логист, старший')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Запись изменил кто-то другой')
    expect(sent).toEqual([{ position: 'Логист, старший', version: 3 }])
  })

  it('can be dropped', async () => {
    serveTeam(() => HttpResponse.json({}))
    const first = renderRoute(<AdminList section={teamSection} />, { at: '/?item=m1' })
    await user.type(await screen.findByLabelText('Должность'), ', старший')
    first.unmount()
    renderRoute(<AdminList section={teamSection} />, { at: '/?item=m1' })
    await user.click(await screen.findByRole('button', { name: 'Отменить эти правки' }))
    expect(screen.getByLabelText('Должность')).toHaveProperty('value', 'Логист')
    expect(screen.queryByText(/Восстановлены несохранённые правки/)).toBeNull()
    expect(hasUnsentInput()).toBe(false)
  })
})

describe('a bulk action', () => {
  it('blocks the selected users who are not blocked, and requires a reason', async () => {
    const users = ['Анна', 'Борис', 'Вера'].map((first_name, index) => ({
      id: `u${index}`,
      first_name,
      last_name: 'Орлова',
      email: `u${index}@example.com`,
      role: 'user',
      account_status: index === 1 ? 'blocked' : 'active',
      last_login_at: null,
      created_at: '2026-11-01T10:00:00Z',
      version: index,
    }))
    const sent: [string, unknown][] = []
    network.use(
      http.get('*/api/auth/admin/users', () => HttpResponse.json({ users, total: 3 })),
      http.patch('*/api/auth/admin/users/:id', async ({ params, request }) => {
        sent.push([String(params.id), await request.json()])
        return HttpResponse.json({ success: true })
      }),
    )
    renderRoute(<AdminList section={usersSection} />)
    await user.click(await screen.findByLabelText('Выбрать все'))
    await user.click(screen.getByRole('button', { name: 'Заблокировать 2' }))
    const question = screen.getByRole('alertdialog', { name: 'Заблокировать пользователей (2)?' })
    const confirm = within(question).getByRole<HTMLButtonElement>('button', {
      name: 'Заблокировать',
    })
    expect(confirm.disabled).toBe(true)
    await user.type(within(question).getByLabelText('Причина'), 'Чужие документы ')
    await user.click(confirm)
    const message = await screen.findByText('Готово: 2.')
    await waitFor(() => expect(document.activeElement?.contains(message)).toBe(true))
    expect(document.activeElement).not.toBe(document.body)
    const body = { account_status: 'blocked', reason: 'Чужие документы' }
    expect(sent).toEqual([
      ['u0', { ...body, version: 0 }],
      ['u2', { ...body, version: 2 }],
    ])
  })

  it('names a record that somebody else changed meanwhile, and leaves it selected', async () => {
    const payments = ['Задаток', 'Автомобиль', 'Возврат'].map((title, index) => ({
      id: `p${index}`,
      title,
      order_number: 'МА-2305',
      status: index === 2 ? 'refunded' : 'waiting',
      due_at: null,
      amount_rub: 100,
      version: index + 1,
    }))
    network.use(
      http.get('*/api/content/admin/payments', () =>
        HttpResponse.json({ items: payments, total: 3 }),
      ),
      http.patch('*/api/content/admin/payments/:id', async ({ params, request }) => {
        expect(await request.json()).toMatchObject({ status: 'paid', version: expect.any(Number) })
        return params.id === 'p0'
          ? HttpResponse.json({ code: 'stale_version', message: 'Изменил другой' }, { status: 409 })
          : HttpResponse.json({ success: true })
      }),
    )
    renderRoute(<AdminList section={paymentsSection} />)
    await user.click(await screen.findByLabelText('Выбрать все'))
    await user.click(screen.getByRole('button', { name: 'Деньги пришли: 2' }))
    const question = screen.getByRole('alertdialog', {
      name: 'Деньги пришли: отметить 2\u00a0платежа?',
    })
    await user.click(within(question).getByRole('button', { name: 'Деньги пришли' }))
    const message = 'Готово: 1. Не получилось: 1 (МА-2305: Задаток). Изменил другой'
    expect(await screen.findByText(message)).toBeTruthy()
    const checkbox = screen.getByLabelText('Выбрать: МА-2305: Задаток') as HTMLInputElement
    expect(checkbox.checked).toBe(true)
  })
})

describe('the orders of one ship', () => {
  it('advance together, with the same note to each buyer', async () => {
    const orders = ['active', 'done', 'active'].map((status, index) => ({
      id: `o${index}`,
      number: `МА-${index}`,
      title: 'Audi A4',
      status,
      current_step: 'logistics',
      price_rub: 100,
      version: 7,
    }))
    const sent: [string, unknown][] = []
    network.use(
      // The filter of the orders lists the employees.
      http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
      http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: orders, total: 3 })),
      http.post('*/api/content/admin/orders/:id/advance', async ({ params, request }) => {
        sent.push([String(params.id), await request.json()])
        return HttpResponse.json({ success: true })
      }),
    )
    renderRoute(<AdminList section={ordersSection} />)
    await user.click(await screen.findByLabelText('Выбрать все'))
    await user.click(screen.getByRole('button', { name: 'Следующий этап: 2' }))
    const question = screen.getByRole('alertdialog', {
      name: 'Перевести 2\u00a0заказа на следующий этап?',
    })
    expect(question.textContent).toMatch(/уйдут 2\s+сообщения, по\sодному на\sзаказ/)
    await user.type(within(question).getByLabelText('Сообщение покупателю'), 'Судно в порту')
    await user.click(within(question).getByRole('button', { name: 'Перевести и сообщить' }))
    expect(await screen.findByText('Готово: 2.')).toBeTruthy()
    const body = { note: 'Судно в порту', version: 7 }
    expect(sent).toEqual([
      ['o0', body],
      ['o2', body],
    ])
  })
})

describe('the values of a form', () => {
  it('have no body type and no fuel for a new car until they are chosen', () => {
    const fields = (carsSection.fields ?? []).filter(({ formMode }) => formMode !== 'edit')
    const values = toFormValues(fields, null)
    expect(values.status).toBe('hidden')
    expect(values.body_type).toBe('')
    expect(values.fuel).toBe('')
    expect(Object.keys(findFieldProblems(fields, values))).toEqual(['brand', 'model'])
    const published = findFieldProblems(fields, { ...values, status: 'published' })
    expect(published).toMatchObject({
      body_type: 'Заполните, чтобы опубликовать',
      fuel: 'Заполните, чтобы опубликовать',
    })
  })

  it('are sent only if they changed, in the format of the service', () => {
    const fields = [
      { name: 'title', label: '' },
      { name: 'at', label: '', kind: 'moment' },
      { name: 'tags', label: '', kind: 'words' },
      { name: 'price', label: '', kind: 'number' },
    ] as const
    const base = toFormValues(fields, {
      title: 'А',
      at: '2026-11-20T09:30:00Z',
      tags: ['a'],
      price: 5,
    })
    expect(base.at).toBe('2026-11-20T12:30')
    const next = { ...base, at: '2026-11-20T13:00', tags: 'a, b', price: '' }
    expect(toRequestBody(fields, next, base)).toEqual({
      at: '2026-11-20T13:00:00+03:00',
      tags: ['a', 'b'],
      price: null,
    })
  })
})

it('a column that the service sorts in one direction only keeps that direction', () => {
  expect(orderToSort(carsSection, { column: 'updated', direction: 'asc' })).toBe('-updated_at')
  expect(orderToSort(carsSection, { column: 'price', direction: 'asc' })).toBe('price_rub')
})

it('a list that cannot be sorted marks no column as sorted', () => {
  expect(sortToOrder(contentAudit, undefined)).toBeUndefined()
  expect(sortToOrder(carsSection, '-price_rub')).toEqual({ column: 'price', direction: 'desc' })
})

it('an order is late after the planned last day of its current step', () => {
  const step = { status: 'current', planned_to: '2026-11-19' }
  const late = { steps: [step] } as unknown as Parameters<typeof isOrderLate>[0]
  expect(isOrderLate(late, new Date('2026-11-19T12:00:00Z'))).toBe(false)
  expect(isOrderLate(late, new Date('2026-11-20T12:00:00Z'))).toBe(true)
  // The day starts at midnight in Moscow.
  expect(isOrderLate(late, new Date('2026-11-19T21:30:00Z'))).toBe(true)
})

describe('the audit log', () => {
  it('shows readable labels of fields and values', () => {
    const changes = {
      status: 'sold',
      fuel: 'diesel',
      featured: true,
      price_eur: 18500,
      extra: null,
    }
    expect(summarizeChanges(changes, 'car')).toBe(
      'Состояние: Продан; Топливо: Дизель; На главной: Да; Цена, €: 18\u202f500; extra: —',
    )
    const order_id = '01a210be-8e95-705e-8da1-663c80dc0a14'
    expect(summarizeChanges({ order_id, kind: 'payment' }, 'payment')).toBe('Вид: Платёж')
    const written = { content: 'Текст', content_html: '<p>Текст</p>', read_minutes: 1 }
    expect(summarizeChanges(written, 'post')).toBe('Текст: Текст')
    expect(summarizeChanges({ start_on: '2026-11-24' })).toMatch(/^Начало работ: 24\s+ноября 2026$/)
    expect(summarizeChanges({ old: 'user', new: 'staff' })).toBe(
      'Было: Покупатель; Стало: Сотрудник',
    )
    const chat = { support: 'https://t.me/my', script: null }
    const map = { key: 'k1' }
    expect(summarizeChanges({ widgets: { chat, map, counters: null } }, 'settings')).toBe(
      'Виджеты: Чат (Поддержка в мессенджере: https://t.me/my), Карта (Ключ: k1)',
    )
    expect(summarizeChanges({ widgets: { chat: null } }, 'settings')).toBe('Виджеты: —')
    expect(summarizeChanges({ publish_at: '2026-11-24T07:00:00+00:00' })).toMatch(
      /24\s+ноября 2026/,
    )
  })

  it('shows nested values as lists and folds a long value', () => {
    const script = `https://chat.example.com/${'a'.repeat(200)}`
    const after = { widgets: { map: { key: 'k1', latitude: 55.7 } }, excerpt: script }
    render(<ChangeList after={after} entity="settings" />)
    const widgets = within(screen.getByRole('row', { name: /^Виджеты/ })).getAllByRole('listitem')
    expect(widgets.map((widget) => widget.textContent)).toEqual([
      'Карта: Ключ: k1Широта офиса: 55.7',
      'Ключ: k1',
      'Широта офиса: 55.7',
    ])
    const folded = screen.getByRole('group')
    expect((folded as HTMLDetailsElement).open).toBe(false)
    expect(folded.textContent).toContain(script)
    expect(document.body.textContent).not.toContain('{')
  })
})

it('a section cannot declare a field that its record does not have', () => {
  const section: Section<typeof member> = {
    ...(teamSection as unknown as Section<typeof member>),
    // @ts-expect-error A misspelt name.
    fields: [{ name: 'postion', label: 'Должность' }],
  }
  expect(section.fields).toHaveLength(1)
})
