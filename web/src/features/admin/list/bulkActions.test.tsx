import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { bookingsSection } from '../orders/bookingsSection.tsx'
import { usersSection } from '../people/usersSection.tsx'
import { articlesSection } from '../publishing/articlesSection.tsx'
import { carsSection } from '../publishing/carsSection.tsx'
import { AdminList } from './AdminList.tsx'
import { addChangedNames } from './changedRecords.ts'

const user = userEvent.setup()

afterEach(() => {
  vi.useRealTimers()
})

/** A hidden car that lacks nothing, so that its publication needs no question. */
const makeCompleteCar = (id: string) => ({
  id,
  brand: 'BMW',
  model: id,
  year: 2022,
  status: 'hidden',
  fuel: 'diesel',
  engine_volume_l: 2,
  power_hp: 190,
  price_rub: 1,
  description: 'Один владелец',
  image_url: '/media/car.webp',
  length_mm: 4700,
  updated_at: '2026-11-20T10:00:00Z',
  version: 1,
  body_type: 'suv',
  mileage_km: 60_000,
  is_inspected: true,
})

it('a bulk action refetches the list once, after the last of its changes', async () => {
  const requests: string[] = []
  const cars = ['a', 'b', 'c'].map(makeCompleteCar)
  network.use(
    http.get('*/api/content/admin/cars', () => {
      requests.push('list')
      return HttpResponse.json({ items: cars, total: 3 })
    }),
    http.patch('*/api/content/admin/cars/:id', ({ params }) => {
      requests.push(String(params.id))
      return params.id === 'b'
        ? HttpResponse.json({ code: 'stale_version', message: 'Изменил другой' }, { status: 409 })
        : HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<AdminList section={carsSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  const bar = within(screen.getByRole('group', { name: /Выбрано/i }))
  await user.click(bar.getByRole('button', { name: 'Показать 3' }))
  await screen.findByText(/Готово: 2/)
  await waitFor(() => expect(requests.filter((sent) => sent === 'list').length).toBeGreaterThan(1))
  expect(requests).toEqual(['list', 'a', 'b', 'c', 'list'])
})

it("Enter confirms a bulk action, and a refused value has the server's message beside its field", async () => {
  const sent: unknown[] = []
  const users = ['Анна', 'Вера'].map((first_name, index) => ({
    id: `u${index}`,
    first_name,
    last_name: 'Орлова',
    email: `u${index}@example.com`,
    role: 'user',
    account_status: 'active',
    last_login_at: null,
    created_at: '2026-11-01T10:00:00Z',
    version: 1,
  }))
  network.use(
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users, total: 2 })),
    http.patch('*/api/auth/admin/users/:id', async ({ request }) => {
      const { reason } = (await request.json()) as { reason: string }
      sent.push(reason)
      const errors = [{ field: 'reason', message: 'Слишком коротко' }]
      return reason === 'Да'
        ? HttpResponse.json({ code: 'validation_failed', message: 'Нет', errors }, { status: 422 })
        : HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<AdminList section={usersSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Заблокировать 2' }))
  const field = within(screen.getByRole('alertdialog')).getByLabelText('Причина')
  await user.type(field, ' {Enter}')
  expect(sent).toEqual([])
  await user.type(field, 'Да{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual(['Да'])
  await user.type(field, ' уж{Enter}')
  expect(await screen.findByText('Готово: 2.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual(['Да', 'Да уж', 'Да уж'])
})

/** The service with two hidden cars. `refused` is the answer to an undo that comes too late. */
function serveHiddenCars(refused?: object) {
  const undone: unknown[] = []
  const cars = ['a', 'b'].map(makeCompleteCar)
  network.use(
    http.get('*/api/content/admin/cars', () => HttpResponse.json({ items: cars, total: 2 })),
    http.patch('*/api/content/admin/cars/:id', ({ params }) =>
      HttpResponse.json({ item: { id: params.id, status: 'published', version: 2 } }),
    ),
    http.post('*/api/content/admin/cars/restore', async ({ request }) => {
      undone.push(await request.json())
      return refused
        ? HttpResponse.json(refused, { status: 409 })
        : HttpResponse.json({ success: true, restored: 2 })
    }),
  )
  return undone
}

async function showBothCars() {
  renderRoute(<AdminList section={carsSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Показать 2' }))
  await screen.findByText('Готово: 2.')
}

it('a bulk change is undone by one request with the former values and the versions after the change', async () => {
  const undone = serveHiddenCars()
  await showBothCars()
  await user.click(screen.getByRole('button', { name: 'Отменить' }))
  expect(await screen.findByText('Отменено: 2.')).toBeTruthy()
  const items = ['a', 'b'].map((id) => ({ id, version: 2, status: 'hidden' }))
  expect(undone).toEqual([{ items }])
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
})

it('a refused undo names the records that somebody else has changed', async () => {
  const message = 'Эти записи уже изменил кто-то другой, поэтому ничего не отменено'
  serveHiddenCars({ code: 'changed_meanwhile', message, changed: ['b'] })
  await showBothCars()
  await user.click(screen.getByRole('button', { name: 'Отменить' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`${message}. Изменено: BMW b, 2022.`)
})

it('the message names at most five changed records and counts the others', () => {
  const message = 'Эти записи уже изменил кто-то другой, поэтому ничего не отменено'
  const ids = ['1', '2', '3', '4', '5', '6', '7']
  const names = new Map(ids.map((id) => [id, `Заявка ${id}`]))
  const problem = { status: 409, code: 'changed_meanwhile', message }
  expect(addChangedNames({ ...problem, changedIds: ids }, names)).toMatchObject({
    message: `${message}. Изменено: Заявка 1; Заявка 2; Заявка 3; Заявка 4; Заявка 5 и ещё 2.`,
  })
  expect(addChangedNames(problem, names)).toBe(problem)
})

it('the undo is offered for ten seconds, which pause under the pointer', async () => {
  serveHiddenCars()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  await showBothCars()
  const note = screen.getByText('Готово: 2.').closest('.ad-outcome') as HTMLElement
  let isUnderPointer = true
  vi.spyOn(note, 'matches').mockImplementation(() => isUnderPointer)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('button', { name: 'Отменить' })).toBeTruthy()
  isUnderPointer = false
  // The focus in the note stops the time, too.
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('button', { name: 'Отменить' })).toBeTruthy()
  act(() => (document.activeElement as HTMLElement).blur())
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
  expect(screen.getByText('Готово: 2.')).toBeTruthy()
})

it('the first publication of an article asks for confirmation and cannot be undone', async () => {
  const article = {
    id: 'p1',
    title: 'Первая',
    excerpt: 'Коротко о главном',
    image_url: '/media/article.webp',
    status: 'draft',
    content: 'Текст статьи',
    category: 'guides',
    categories: ['guides'],
    published_at: null,
    updated_at: '2026-11-20T10:00:00Z',
    version: 1,
  }
  const shown = { ...article, id: 'p2', title: 'Вторая', published_at: '2026-11-01T10:00:00Z' }
  network.use(
    http.get('*/api/content/admin/posts', () =>
      HttpResponse.json({ items: [article, shown], total: 2 }),
    ),
    http.patch('*/api/content/admin/posts/:id', ({ params }) =>
      HttpResponse.json({ item: { id: params.id, version: 2 } }),
    ),
  )
  renderRoute(<AdminList section={articlesSection} />)
  await user.click(await screen.findByLabelText('Выбрать: Вторая'))
  await user.click(screen.getByRole('button', { name: 'Опубликовать 1' }))
  await screen.findByText('Готово: 1.')
  expect(screen.getByRole('button', { name: 'Отменить' })).toBeTruthy()
  await user.click(await screen.findByLabelText('Выбрать: Первая'))
  await user.click(screen.getByRole('button', { name: 'Опубликовать 1' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Опубликовать' }))
  await screen.findByText('Готово: 1.')
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
})

/** The service with two meetings that wait for a confirmation; the second has no time. Returns the changes. */
function serveTwoMeetings() {
  const changed: unknown[] = []
  const items = ['a', 'b'].map((id) => ({
    id,
    kind: 'call',
    title: `Звонок ${id}`,
    user_id: 'u1',
    user_name: 'Анна Орлова',
    status: 'requested',
    starts_at: id === 'a' ? '2026-12-01T10:00:00Z' : null,
    created_at: '2026-11-20T10:00:00Z',
    version: 1,
  }))
  network.use(
    http.get('*/api/content/admin/bookings', () => HttpResponse.json({ items, total: 2 })),
    http.patch('*/api/content/admin/bookings/:id', async ({ params, request }) => {
      changed.push([params.id, await request.json()])
      return HttpResponse.json({ item: { id: params.id, version: 2 } })
    }),
  )
  return changed
}

it('the confirmation for one meeting is in the singular', async () => {
  serveTwoMeetings()
  renderRoute(<AdminList section={bookingsSection} />)
  await user.click(await screen.findByLabelText('Выбрать: Звонок a'))
  await user.click(screen.getByRole('button', { name: 'Подтвердить 1' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/сообщение о подтверждении\. Отозвать его нельзя\.$/)).toBeTruthy()
  expect(question.getByRole('button', { name: 'Подтвердить бронирование' })).toBeTruthy()
})

it.each([
  ['Подтвердить', 'confirmed', 'о подтверждении', 'когда вы.назначите время'],
  ['Отменить', 'cancelled', 'об отмене', 'сообщения не.будет'],
])(
  'a change of meetings asks for confirmation and says what the buyers receive: %s',
  async (name, status, message, withoutTime) => {
    const changed = serveTwoMeetings()
    renderRoute(<AdminList section={bookingsSection} />)
    await user.click(await screen.findByLabelText('Выбрать все'))
    await user.click(screen.getByRole('button', { name: `${name} 2` }))
    const question = within(
      await screen.findByRole('alertdialog', { name: new RegExp(`^${name} 2.бронирования\\?$`) }),
    )
    expect(question.getByText(new RegExp(`уйдёт 1.сообщение ${message}`)).textContent).toMatch(
      new RegExp(`Без.времени: 1\\. .*${withoutTime}`),
    )
    expect(changed).toEqual([])
    await user.click(question.getByRole('button', { name: `${name} бронирования` }))
    await screen.findByText('Готово: 2.')
    expect(changed).toEqual(['a', 'b'].map((id) => [id, { status, version: 1 }]))
  },
)
