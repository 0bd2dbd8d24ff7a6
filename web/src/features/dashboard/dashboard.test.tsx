import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { anna } from '../../../tests/inbox.ts'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { makeBooking, makeDocument, makeOrder, makePayment } from '../../../tests/orders.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/liveActions.ts'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { listenerMiddleware } from '../../app/listeners.ts'
import { dynamicMiddleware } from '../../app/store.ts'
import { BookingsPage } from './bookings/BookingsPage.tsx'
import { OverviewPage } from './OverviewPage.tsx'
import { MoneyBar } from './orders/MoneyBar.tsx'
import { OrderPage } from './orders/OrderPage.tsx'
import { SharedOrderPage } from './orders/SharedOrderPage.tsx'
import { PaymentsPage } from './payments/PaymentsPage.tsx'
import { Favorites } from './saved/Favorites.tsx'

dynamicMiddleware.addMiddleware(listenerMiddleware)

const respondWith = (body: object) => () => HttpResponse.json({ success: true, ...body })
const refuseWith = (status: number, code: string, message: string) => () =>
  HttpResponse.json({ success: false, code, message, status }, { status })

beforeEach(() => {
  network.use(
    http.get('*/api/settings', respondWith({})),
    http.get('*/api/me/orders', respondWith({ orders: [], total: 0 })),
    http.get(
      '*/api/me/orders/:order/messages',
      respondWith({ messages: [], last_number: 0, read: { buyer: 0, company: 0 }, unread: 0 }),
    ),
    http.get('*/api/me/bookings', respondWith({ bookings: [], total: 0 })),
    http.get('*/api/me/reservations', respondWith({ reservations: [], total: 0 })),
    http.get('*/api/me/payments', respondWith({ payments: [], total: 0 })),
    http.get('*/api/me/favorites', respondWith({ favorites: [], total: 0 })),
    http.get('*/api/me/searches', respondWith({ searches: [], total: 0 })),
    http.get('*/api/me/price-limits', respondWith({ limits: [], total: 0 })),
    http.get(
      '*/api/calculator/calculations',
      respondWith({ calculations: [], total: 0, hasMore: false }),
    ),
    http.get(
      '*/api/calculator/editions',
      respondWith({ editions: [], current: null, default: '' }),
    ),
  )
})

const unpaidReservation = {
  id: '01a210be-8e95-705e-8da1-663c80dc0a14',
  number: 'BR-418205',
  car_id: '01a210be-8e95-705e-8da1-663c80dc0a15',
  car_title: 'BMW 318d, 2022',
  car_slug: 'bmw-318d-2022',
  status: 'awaiting_payment',
  amount_rub: 50000,
  pay_hours: 2,
  hold_hours: 72,
  price_rub: 3458000,
  edition: 'ru-2026-01',
  eur_rate: 93.35,
  rate_date: '2026-11-23',
  created_at: '2026-11-23T07:00:00Z',
  expires_at: '2026-11-23T09:00:00Z',
  paid_at: null,
  ended_at: null,
  reason: null,
  order_id: null,
  invoice: {
    id: '01a210be-8e95-705e-8da1-663c80dc0a16',
    amount_rub: 50000,
    status: 'pending',
    paid_at: null,
    receipt: null,
    receipt_url: null,
  },
  refund: null,
  now: '2026-11-23T08:00:00Z',
  qr: 'data:image/svg+xml,%3Csvg/%3E',
}

describe('reservations', () => {
  it("show the remaining time by the server's clock, the amount, the QR code and the invoice", async () => {
    network.use(
      http.get(
        '*/api/me/reservations',
        respondWith({ reservations: [unpaidReservation], total: 1 }),
      ),
    )
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const section = await screen.findByRole('region', { name: 'Брони автомобилей' })
    // One hour is left by the server's clock. The clock of this device shows another time.
    expect(within(section).getByRole('timer').textContent).toMatch(/^(01:00:00|00:59:5\d)$/)
    expect(within(section).getByText('ждёт оплаты')).toBeTruthy()
    expect(within(section).getByRole('img', { name: /QR/ }).getAttribute('src')).toBe(
      unpaidReservation.qr,
    )
    expect(within(section).getByRole('link', { name: 'Счёт: BMW 318d, 2022' })).toBeTruthy()
  })

  it('that wait for their payment are the next payment, before a later one of an order', async () => {
    const order = makeOrder({
      money: {
        ...makeOrder().money,
        next_amount_rub: 900_000,
        next_due_at: '2026-12-15T09:00:00Z',
      },
    })
    network.use(
      http.get('*/api/me/orders', respondWith({ orders: [order], total: 1 })),
      http.get(
        '*/api/me/reservations',
        respondWith({ reservations: [unpaidReservation], total: 1 }),
      ),
    )
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const steps = await screen.findByRole('region', { name: 'Главное сейчас' })
    const payment = await within(steps).findByRole('link', { name: /^50.000.₽$/ })
    expect(payment.getAttribute('href')).toBe('/dashboard#reservations')
    expect(within(steps).getByText(/BMW.318d, 2022, до.23.ноября 2026, 12:00.МСК/)).toBeTruthy()
    expect(within(steps).queryByText(/900.000/)).toBeNull()
  })

  it('count down from the newest response', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const tenMinutes = 600_000
    let passed = 0
    network.use(
      http.get('*/api/me/reservations', () => {
        const now = new Date(Date.parse(unpaidReservation.now) + passed).toISOString()
        return HttpResponse.json({
          success: true,
          reservations: [{ ...unpaidReservation, now }],
          total: 1,
        })
      }),
    )
    const { store } = renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    await screen.findByRole('timer')
    passed = tenMinutes
    vi.setSystemTime(Date.now() + tenMinutes)
    act(() => {
      store.dispatch(api.util.invalidateTags(['Reservation']))
    })
    const shown = () => screen.getByRole('timer').textContent
    await waitFor(() => expect(shown()).toMatch(/^00:(50:00|49:5\d)$/))
    // The next tick does not subtract the time before the response once more.
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(shown()).toMatch(/^00:49:[45]\d$/)
    vi.useRealTimers()
  })

  it('are cancelled after a confirmation that says what happens to the money', async () => {
    let isCancelled = false
    const ended = { ...unpaidReservation, status: 'cancelled', qr: null }
    network.use(
      http.get('*/api/me/reservations', () =>
        HttpResponse.json({
          success: true,
          reservations: [isCancelled ? ended : unpaidReservation],
          total: 1,
        }),
      ),
      http.delete('*/api/me/reservations/:id', () => {
        isCancelled = true
        return HttpResponse.json({ success: true, reservation: ended })
      }),
    )
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /Отменить бронь/ }))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/Платить по счёту будет не/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /Отменить бронь/ }))
    expect(await screen.findByText('отменена')).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('whose payment waits for the bank are not cancelled as if nothing had been paid', async () => {
    const invoice = { ...unpaidReservation.invoice, status: 'waiting' }
    const reservations = [{ ...unpaidReservation, invoice }]
    network.use(http.get('*/api/me/reservations', respondWith({ reservations, total: 1 })))
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    await userEvent.click(await screen.findByRole('button', { name: /Отменить бронь/ }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/деньги, которые вы.перевели, мы.вернём/)).toBeTruthy()
    expect(dialog.queryByText(/Платить по.счёту/)).toBeNull()
  })

  it('show the error if they fail to load', async () => {
    network.use(http.get('*/api/me/reservations', refuseWith(503, 'unavailable', 'Сервис занят')))
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const section = await screen.findByRole('region', { name: 'Брони автомобилей' })
    expect(await within(section).findByText('Сервис занят')).toBeTruthy()
  })
})

describe('the overview', () => {
  it('has its named sections with hints for empty ones, and shows the preferences', async () => {
    renderRoute(<OverviewPage preferences={<p>Каналы</p>} />, { store: makeSignedInStore() })
    expect(await screen.findByText(/дорога вашего автомобиля/)).toBeTruthy()
    expect(await screen.findByText(/к которым хочется вернуться/)).toBeTruthy()
    expect(await screen.findByText('Каналы')).toBeTruthy()
    for (const id of ['orders', 'favorites', 'settings'])
      expect(document.getElementById(id)?.querySelector('h2')).toBeTruthy()
  })

  it('shows a part when the parts above it are loaded', async () => {
    const { promise: late, resolve: arrive } = createGate()
    network.use(
      http.get('*/api/me/favorites', async () => {
        await late
        return respondWith({ favorites: [], total: 0 })()
      }),
    )
    renderRoute(<OverviewPage preferences={<p>Каналы</p>} />, { store: makeSignedInStore() })
    expect(document.getElementById('orders')).toBeNull()
    expect(await screen.findByText(/дорога вашего автомобиля/)).toBeTruthy()
    expect(document.getElementById('calculations')).toBeNull()
    expect(screen.queryByText('Каналы')).toBeNull()
    arrive()
    expect(await screen.findByText('Каналы')).toBeTruthy()
    expect(document.getElementById('calculations')).toBeTruthy()
  })

  it('has one call to action while all lists are empty, else one in each empty list', async () => {
    const { unmount } = renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const emptyStates = () => document.querySelectorAll('.ui-empty')
    expect(await screen.findByText(/дорога вашего автомобиля/)).toBeTruthy()
    expect(await screen.findByText(/Сохранённых расчётов пока нет/)).toBeTruthy()
    await waitFor(() => expect(emptyStates()).toHaveLength(1))
    expect(screen.getByRole('link', { name: /Смотреть.автомобили/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /Рассчитать.растаможку/ })).toBeTruthy()
    unmount()
    network.use(http.get('*/api/me/orders', respondWith({ orders: [makeOrder()], total: 1 })))
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    expect(await screen.findByText(/Сохранённых расчётов пока нет/)).toBeTruthy()
    await waitFor(() => expect(emptyStates()).toHaveLength(3))
  })

  it('shows why the orders could not be loaded, and retries', async () => {
    let isAway = true
    const refused = refuseWith(503, 'unavailable', 'Сервис отдыхает')
    const found = respondWith({ orders: [makeOrder()], total: 1 })
    network.use(http.get('*/api/me/orders', () => (isAway ? refused() : found())))
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const note = () => screen.queryByText(/Сервис отдыхает/)
    // The parts below send another request when they are shown.
    await waitFor(() => expect(document.getElementById('calculations')).toBeTruthy())
    await waitFor(() => expect(note()).toBeTruthy())
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('link', { name: 'BMW 318d Touring, 2022' })).toBeTruthy()
    expect(screen.getByRole('img', { name: /Этап 5 из.7: Логистика/ })).toBeTruthy()
  })

  it('shows the next steps when the bookings fail, and retries the bookings', async () => {
    network.use(
      http.get('*/api/me/orders', respondWith({ orders: [makeOrder()], total: 1 })),
      http.get('*/api/me/bookings', refuseWith(503, 'unavailable', 'Сервис отдыхает')),
    )
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const steps = within(await screen.findByRole('region', { name: 'Главное сейчас' }))
    expect(await steps.findByText(/Сервис отдыхает/)).toBeTruthy()
    network.use(http.get('*/api/me/bookings', respondWith({ bookings: [makeBooking()], total: 1 })))
    await userEvent.click(steps.getByRole('button', { name: 'Повторить' }))
    expect(await steps.findByRole('link', { name: 'Консультация' })).toBeTruthy()
  })

  it('refreshes an order when its notification arrives', async () => {
    const order = makeOrder()
    network.use(http.get('*/api/me/orders', () => respondWith({ orders: [order], total: 1 })()))
    const { store } = renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    await screen.findByRole('img', { name: /Логистика/ })
    Object.assign(order.steps[4] ?? {}, { status: 'done', actual_at: '2026-11-20T09:00:00Z' })
    Object.assign(order.steps[5] ?? {}, { status: 'current' })
    store.dispatch(
      refreshAfter({
        data: { event: 'content.order.advanced' },
      } as unknown as NotificationRead),
    )
    expect(await screen.findByRole('img', { name: /Этап 6 из.7: Таможня/ })).toBeTruthy()
  })

  it('saves the profile once, and keeps typed values when saving fails', async () => {
    let requestCount = 0
    network.use(
      http.patch('*/api/auth/me', () => {
        requestCount += 1
        return requestCount === 1
          ? refuseWith(503, 'unavailable', 'Попробуйте позже')()
          : HttpResponse.json({ success: true, user: { ...anna, first_name: 'Мария' } })
      }),
    )
    const { store } = renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    const form = within(await screen.findByRole('form', { name: 'Профиль' }))
    await userEvent.clear(form.getByLabelText('Имя'))
    await userEvent.click(form.getByRole('button', { name: 'Сохранить' }))
    expect(form.getAllByText('Укажите имя').length).toBeGreaterThan(0)
    expect(requestCount).toBe(0)
    await userEvent.type(form.getByLabelText('Имя'), 'Мария')
    await userEvent.click(form.getByRole('button', { name: 'Сохранить' }))
    expect(await form.findByText('Попробуйте позже')).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Имя').value).toBe('Мария')
    await userEvent.click(form.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Сохранено')).toBeTruthy()
    expect(store.getState().session.user?.first_name).toBe('Мария')
  })
})

it('the error on a favourite says whether saving the note or the undo failed', async () => {
  const car = {
    id: 'car-1',
    brand: 'BMW',
    model: '318d',
    slug: 'bmw',
    year: 2022,
    mileage_km: 41_000,
    engine: '2.0 дизель',
    country: 'Германия',
    city: null,
    body_type: 'estate',
    image_url: null,
    length_mm: null,
    note: null,
    price_rub: 3_000_000,
    turnkey_rub: 3_458_000,
    seen_price_rub: null,
    status: 'published',
  }
  network.use(
    http.get('*/api/me/favorites', respondWith({ favorites: [car], total: 1 })),
    http.get('*/api/me/price-limits', respondWith({ limits: [], total: 0 })),
    http.put('*/api/me/favorites/:car', () => HttpResponse.error()),
    http.delete('*/api/me/favorites/:car', respondWith({})),
  )
  renderRoute(<Favorites />, { store: makeSignedInStore() })
  expect(await screen.findByText(/под\s+ключ 3\s+458\s+000/)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /Добавить.заметку/ }))
  await userEvent.keyboard('Показать Марте')
  expect(screen.getByRole('textbox', { name: 'Заметка' })).toHaveProperty('value', 'Показать Марте')
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  expect(await screen.findByText(/^Не.удалось сохранить/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Убрать/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }))
  expect(await screen.findByText(/^Не.удалось вернуть/)).toBeTruthy()
})

it('a reserved favourite says whether its user has reserved it', async () => {
  const reserved = { brand: 'BMW', body_type: 'estate', price_rub: 3_000_000, status: 'published' }
  const until = { reserved_until: '2046-11-22T12:00:00Z' }
  const favorites = [
    { id: 'own', slug: 'own', model: '318d', ...reserved, ...until },
    { id: 'taken', slug: 'taken', model: '320d', ...reserved, ...until },
  ]
  const own = { ...unpaidReservation, car_id: 'own' }
  const ended = { ...unpaidReservation, id: 'ended', car_id: 'taken', status: 'cancelled' }
  network.use(
    http.get('*/api/me/favorites', respondWith({ favorites, total: 2 })),
    http.get('*/api/me/price-limits', respondWith({ limits: [], total: 0 })),
    http.get('*/api/me/reservations', respondWith({ reservations: [own, ended], total: 2 })),
  )
  renderRoute(<Favorites />, { store: makeSignedInStore() })
  const tags = await screen.findAllByText(/Автомобиль за.вами|Забронирован/)
  await waitFor(() => expect(tags[0]?.textContent).toMatch(/^Автомобиль за.вами$/))
  expect(tags[1]?.textContent).toBe('Забронирован')
})

it('the favourites link to a comparison of the newest four', async () => {
  const slugs = ['one', 'two', 'three', 'four', 'five']
  const favorites = slugs.map((slug) => ({
    id: slug,
    slug,
    brand: 'BMW',
    model: slug,
    body_type: 'estate',
    price_rub: 3_000_000,
    status: 'published',
  }))
  network.use(
    http.get('*/api/me/favorites', respondWith({ favorites, total: favorites.length })),
    http.get('*/api/me/price-limits', respondWith({ limits: [], total: 0 })),
  )
  renderRoute(<Favorites />, { store: makeSignedInStore() })
  const link = await screen.findByRole('link', { name: /^Сравнить.4.последних.автомобиля$/ })
  expect(link.getAttribute('href')).toBe('/compare?cars=one,two,three,four')
})

it('a favourite says that its price includes customs, and cancelling discards a note that was not saved', async () => {
  const car = { id: 'car-1', brand: 'BMW', model: '318d', slug: 'bmw', note: 'Показать Марте' }
  const details = { body_type: 'estate', price_rub: 3_000_000, status: 'published' }
  network.use(
    http.get('*/api/me/favorites', respondWith({ favorites: [{ ...car, ...details }], total: 1 })),
    http.get('*/api/me/price-limits', respondWith({ limits: [], total: 0 })),
  )
  renderRoute(<Favorites />, { store: makeSignedInStore() })
  const sum = await screen.findByText(/^3.000.000.₽$/)
  expect(sum.parentElement?.textContent).toMatch(/с.таможней/)
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: /Изменить.заметку/ }))
  await open()
  await userEvent.keyboard(' завтра')
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }))
  await open()
  expect(screen.getByRole('textbox', { name: 'Заметка' })).toHaveProperty('value', 'Показать Марте')
})

it('the overview names a rejected document first and counts the others, each order with its link', async () => {
  const rejected = makeDocument({ title: 'Справка', status: 'rejected', reason: 'нет печати' })
  const first = makeOrder({
    documents: [makeDocument({ due_on: '2026-11-23' }), rejected, makeDocument()],
  })
  const second = makeOrder({ title: 'Volvo XC60, 2021', documents: [makeDocument()] })
  network.use(http.get('*/api/me/orders', respondWith({ orders: [second, first], total: 2 })))
  renderRoute(<OverviewPage />, { store: makeSignedInStore() })
  const link = await screen.findByRole('link', { name: /^Загрузить:.Справка$/ })
  const links = within(link.closest('div') as HTMLElement).getAllByRole('link')
  expect(
    links.map((shown) => [normalizeSpaces(shown.textContent), shown.getAttribute('href')]),
  ).toEqual([
    ['Загрузить: Справка', `/dashboard/orders/${first.id}?view=documents`],
    ['Ещё 2 документа к этому заказу', `/dashboard/orders/${first.id}?view=documents`],
    ['Ещё 1 документ: Volvo XC60, 2021', `/dashboard/orders/${second.id}?view=documents`],
  ])
  expect(screen.getByText(/отклонён:.нет.печати/)).toBeTruthy()
})

describe('an order', () => {
  const at = (order: { id: string }, view = '') => ({
    path: '/dashboard/orders/:id',
    at: `/dashboard/orders/${order.id}${view}`,
    store: makeSignedInStore(),
  })

  it('shows the seven steps, the required document and the remaining sum', async () => {
    const order = makeOrder()
    network.use(http.get(`*/api/me/orders/${order.id}`, respondWith({ order })))
    renderRoute(({ id = '' }) => <OrderPage id={id} />, at(order))
    expect(await screen.findByRole('heading', { level: 1, name: order.title })).toBeTruthy()
    expect(screen.getAllByRole('rowheader')).toHaveLength(7)
    expect(screen.getByRole('link', { name: /Загрузить: ИНН/ })).toBeTruthy()
    expect(screen.getByRole('img', { name: /Оплачено/ })).toBeTruthy()
  })

  it('says how many more documents are required', async () => {
    const rejected = makeDocument({ title: 'Справка', status: 'rejected', reason: 'нет печати' })
    const order = makeOrder({ documents: [makeDocument({ due_on: '2026-11-23' }), rejected] })
    network.use(http.get(`*/api/me/orders/${order.id}`, respondWith({ order })))
    renderRoute(({ id = '' }) => <OrderPage id={id} />, at(order))
    expect(await screen.findByRole('link', { name: /^Загрузить:.Справка$/ })).toBeTruthy()
    const more = screen.getByRole('link', { name: /^Ещё.1.документ.к.этому.заказу$/ })
    expect(more.getAttribute('href')).toContain('?view=documents')
  })

  it('warns when the customs step may fall under another tariff edition, and names the deciding day', async () => {
    const order = makeOrder({ created_at: '2046-11-01T10:00:00Z' })
    const customs = order.steps.find((step) => step.key === 'customs')
    Object.assign(customs ?? {}, { planned_from: '2046-12-28', planned_to: '2047-01-06' })
    const edition = { id: 'next', title: 'Ставки 2047 года', starts: '2047-01-01', ends: null }
    network.use(
      http.get(`*/api/me/orders/${order.id}`, respondWith({ order })),
      http.get('*/api/calculator/editions', respondWith({ editions: [edition], current: null })),
    )
    renderRoute(({ id = '' }) => <OrderPage id={id} />, at(order))
    expect(await screen.findByText('Срок пересекает смену ставок')).toBeTruthy()
    expect(screen.getByText(/Сумму фиксирует день регистрации декларации/)).toBeTruthy()
  })

  it('refuses a file of the wrong type before the upload, and uploads a valid one', async () => {
    const document = makeDocument()
    const order = makeOrder({ documents: [document] })
    let sent = 0
    network.use(
      http.get(`*/api/me/orders/${order.id}`, () => respondWith({ order })()),
      http.put(`*/api/me/orders/${order.id}/documents/${document.id}/file`, () => {
        sent += 1
        document.status = 'sent'
        return HttpResponse.json({ success: true, document: document })
      }),
    )
    renderRoute(({ id = '' }) => <OrderPage id={id} />, at(order, '?view=documents'))
    const pick = await screen.findByLabelText('Загрузить файл: ИНН')
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(pick, new File(['x'], 'x.exe', { type: 'application/x-msdownload' }))
    expect(await screen.findByText(/Подойдут PDF.*AVIF/)).toBeTruthy()
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'inn.pdf', {
      type: 'application/pdf',
    })
    await user.upload(pick, large)
    // A document is one file, so the message does not advise to send it in parts.
    expect((await screen.findByText(/Файл.больше.5.МБ/)).textContent).toMatch(
      /Уменьшите его.или.выберите другой\.$/,
    )
    expect(sent).toBe(0)
    await user.upload(pick, new File(['avif'], 'inn.avif', { type: 'image/avif' }))
    expect(await screen.findByText(/файл отправлен/)).toBeTruthy()
    await user.upload(pick, new File(['%PDF-'], 'inn.pdf', { type: 'application/pdf' }))
    await waitFor(() => expect(sent).toBe(2))
  })

  it.each([
    ['the owner', <OrderPage key="" id="one" />, '/dashboard/orders/:id'],
    ['the holder of a link', <SharedOrderPage key="" token="one" />, '/shared/orders/:token'],
  ])('that fails to load has a heading and a retry for %s', async (_who, page, path) => {
    network.use(http.get('*/api/*/orders/*', refuseWith(503, 'unavailable', 'Сервис отдыхает')))
    const shown = path.replace(/:\w+/, 'one')
    renderRoute(page, { path, at: shown, store: makeSignedInStore() })
    expect(await screen.findByText(/Сервис отдыхает/)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
  })
})

describe('bookings', () => {
  beforeEach(() =>
    network.use(
      http.get('*/api/me/bookings/slots', respondWith({ duration_minutes: 30, slots: [] })),
    ),
  )

  it('are cancelled after a confirmation, and stay in the list', async () => {
    const booking = makeBooking()
    network.use(
      http.get('*/api/me/bookings', () => respondWith({ bookings: [booking], total: 1 })()),
      http.delete(`*/api/me/bookings/${booking.id}`, () => {
        booking.status = 'cancelled'
        return HttpResponse.json({ success: true })
      }),
    )
    renderRoute(<BookingsPage />, { store: makeSignedInStore() })
    const calendar = await screen.findByRole('link', { name: /Добавить в.календарь/ })
    expect(calendar.getAttribute('href')).toBe(`/api/me/bookings/${booking.id}/calendar.ics`)
    await userEvent.click(screen.getByRole('button', { name: 'Отменить: Консультация' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Отменить запись' }))
    expect(await screen.findByText('отменено')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Отменить: Консультация' })).toBeNull()
  })

  it('call a request without a time a request: it has no length and frees no time', async () => {
    const request = makeBooking({
      title: 'Подбор автомобиля',
      request_id: 'r',
      starts_at: null,
      ends_at: null,
      status: 'requested',
    })
    network.use(
      http.get('*/api/me/bookings', respondWith({ bookings: [request], total: 1 })),
      http.delete(`*/api/me/bookings/${request.id}`, respondWith({})),
    )
    renderRoute(<BookingsPage />, { store: makeSignedInStore() })
    const row = (await screen.findByRole('heading', { name: 'Подбор автомобиля' })).closest('li')
    expect(row?.textContent).toMatch(/ждёт.ответа/)
    expect(row?.textContent).not.toContain('минут')
    await userEvent.click(screen.getByRole('button', { name: 'Отменить: Подбор автомобиля' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/перезванивать не.нужно/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Отменить заявку' }))
    expect(await screen.findByText(/заявка отменена/)).toBeTruthy()
  })

  it('name a reserved car with a link to it, and no ended reservation', async () => {
    const ended = { ...unpaidReservation, id: 'ended', status: 'cancelled', car_title: 'Audi A4' }
    const reservations = [unpaidReservation, ended]
    network.use(http.get('*/api/me/reservations', respondWith({ reservations, total: 2 })))
    renderRoute(<BookingsPage />, { store: makeSignedInStore() })
    const link = await screen.findByRole('link', { name: 'BMW 318d, 2022' })
    expect(link.getAttribute('href')).toBe('/dashboard#reservations')
    expect(link.closest('li')?.textContent).toMatch(
      /^Бронь.автомобиля: BMW 318d, 2022, ждёт.оплаты$/,
    )
    expect(screen.queryByRole('link', { name: 'Audi A4' })).toBeNull()
  })

  it('of the same kind have their time in the names of their buttons', async () => {
    const bookings = [makeBooking(), makeBooking({ starts_at: '2046-11-23T12:00:00Z' })]
    network.use(http.get('*/api/me/bookings', respondWith({ bookings, total: 2 })))
    renderRoute(<BookingsPage />, { store: makeSignedInStore() })
    await screen.findByRole('button', { name: /^Отменить: Консультация, 22\s+ноября/ })
    expect(
      screen.getByRole('button', { name: /^Перенести: Консультация, 23\s+ноября/ }),
    ).toBeTruthy()
  })

  it('can be made at a free time, and show an error when it was taken meanwhile', async () => {
    const slot = '2046-11-23T07:00:00Z'
    let isTaken = true
    network.use(
      http.get('*/api/me/bookings/slots', respondWith({ duration_minutes: 30, slots: [slot] })),
      http.post('*/api/me/bookings', () =>
        isTaken
          ? refuseWith(409, 'slot_taken', 'Это время уже занято, выберите другое')()
          : HttpResponse.json({ success: true, booking: makeBooking() }, { status: 201 }),
      ),
    )
    renderRoute(<BookingsPage />, { store: makeSignedInStore() })
    const form = within(screen.getByRole('form', { name: 'Новая запись' }))
    const nearest = within(form.getByRole('group', { name: /^Ближайшие/ }))
    expect((await nearest.findAllByRole('button')).length).toBeGreaterThan(0)
    await userEvent.click(form.getByRole('button', { name: 'Записаться' }))
    expect(form.getByText('Выберите день')).toBeTruthy()
    await userEvent.type(form.getByLabelText('День'), '2046-11-23')
    await userEvent.click(await form.findByRole('radio', { name: '10:00' }))
    await userEvent.click(form.getByRole('button', { name: 'Записаться' }))
    expect(await form.findByText(/уже занято/)).toBeTruthy()
    isTaken = false
    await userEvent.click(form.getByRole('button', { name: 'Записаться' }))
    expect((await screen.findByText(/Заявка.принята/)).textContent).toMatch(/Ждёт.подтверждения/)
  })
})

it.each([
  {
    what: 'failed to load',
    respond: refuseWith(503, 'unavailable', 'Сервис занят'),
    sentence: /^Не.удалось узнать свободные дни\./,
  },
  {
    what: 'are all taken',
    respond: respondWith({ duration_minutes: 30, slots: [] }),
    sentence: /^В.ближайшие девять дней всё занято\./,
  },
])('the form of a booking says that the nearest days $what', async ({ respond, sentence }) => {
  network.use(http.get('*/api/me/bookings/slots', respond))
  renderRoute(<BookingsPage />, { store: makeSignedInStore() })
  const form = within(screen.getByRole('form', { name: 'Новая запись' }))
  const nearest = within(form.getByRole('group', { name: /^Ближайшие/ }))
  expect(await nearest.findByText(sentence)).toBeTruthy()
})

it('open payments are listed before the others', async () => {
  const payments = [
    makePayment(),
    makePayment({ title: 'Автомобиль', status: 'pending', paid_at: null, due_at: '2046-11-24' }),
  ]
  network.use(http.get('*/api/me/payments', respondWith({ payments, total: 2 })))
  renderRoute(<PaymentsPage />, { store: makeSignedInStore() })
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('Автомобиль')
  expect(rows[1]?.textContent).toMatch(/к.оплате/)
  expect(rows[2]?.textContent).toContain('чек № 118')
})

it('the payments are shown if the orders fail, and the orders can be retried', async () => {
  network.use(
    http.get('*/api/me/orders', refuseWith(503, 'unavailable', 'Сервис отдыхает')),
    http.get('*/api/me/payments', respondWith({ payments: [makePayment()], total: 1 })),
  )
  renderRoute(<PaymentsPage />, { store: makeSignedInStore() })
  expect(await screen.findByText(/Сервис отдыхает/)).toBeTruthy()
  expect(await screen.findByRole('table')).toBeTruthy()
  network.use(http.get('*/api/me/orders', respondWith({ orders: [makeOrder()], total: 1 })))
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('region', { name: /По.заказам/ })).toBeTruthy()
})

it('a cancelled order shows what was paid and nothing left to pay', () => {
  const { money } = makeOrder({ price_rub: 3_000_000 })
  const sums = { agreed_rub: 3_000_000, paid_rub: 250_000, left_rub: 0, next_amount_rub: null }
  const paid = { ...money, ...sums }
  renderRoute(<MoneyBar order={{ status: 'cancelled', money: paid }} />)
  expect(screen.getByText('250 000 ₽')).toBeTruthy()
  expect(screen.queryByText(/осталось/)).toBeNull()
  expect(screen.queryByText('Следующий платёж')).toBeNull()
})
