import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anna, FakeInbox, FakeStream, makeNotification } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import Bell from './Bell.tsx'
import LiveNotifications from './LiveNotifications.tsx'

beforeEach(() => {
  FakeStream.all = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** `isDown` says whether the stream's service refuses connections now. */
async function renderBell(inbox = new FakeInbox(), isDown = () => false) {
  const outage = http.get('*/api/sse/notifications', () =>
    isDown() ? HttpResponse.json({ code: 'unavailable' }, { status: 503 }) : undefined,
  )
  network.use(outage, FakeStream.handler, ...inbox.handlers())
  const store = makeSignedInStore()
  const shown = renderRoute(
    <>
      <Bell />
      <LiveNotifications />
    </>,
    { store },
  )
  await waitFor(() => expect(FakeStream.all).toHaveLength(isDown() ? 0 : 1))
  const stream = FakeStream.all[0] as FakeStream
  const emit = (name: string, data: object) => act(() => stream.emit(name, data))
  const sendInitialState = () =>
    emit('authenticated', { userId: anna.id, unread_count: inbox.unread, revision: inbox.revision })
  return { ...shown, inbox, stream, emit, sendInitialState }
}

const user = userEvent.setup()
const openBell = () => user.click(screen.getByRole('button', { name: /^Уведомления/ }))
/** Advances the time, then by 300 ms more for the closing animation of a toast. */
async function advanceTime(ms: number) {
  for (const step of [ms, 300]) await act(() => vi.advanceTimersByTimeAsync(step))
}
const findToasts = () =>
  screen.queryAllByRole('status').filter((toast) => toast.className.includes('toast'))

describe('the bell', () => {
  it('has the number of unread notifications in its name, and 99+ beyond 99', async () => {
    const { sendInitialState, emit } = await renderBell(
      new FakeInbox([makeNotification(), makeNotification(), makeNotification({ is_read: true })]),
    )
    await sendInitialState()
    const bell = screen.getByRole('button', { name: 'Уведомления, 2 непрочитанных' })
    expect(bell.textContent).toBe('2')
    await emit('notification', { action: 'unread_count', unread_count: 100, revision: 2 })
    expect(bell.textContent).toBe('99+')
    expect(bell).toHaveProperty('ariaLabel', 'Уведомления, 99+ непрочитанных')
    await emit('notification', { action: 'unread_count', unread_count: 0, revision: 3 })
    expect(screen.getByRole('button', { name: 'Уведомления' }).textContent).toBe('')
  })

  it('shows the five most recent notifications and counts all', async () => {
    const { sendInitialState } = await renderBell(
      new FakeInbox(Array.from({ length: 7 }, (_, i) => makeNotification({ title: `Весть ${i}` }))),
    )
    await sendInitialState()
    await openBell()
    const popover = await screen.findByRole('dialog', { name: 'Уведомления' })
    const titles = await within(popover).findAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `Не прочитано. Весть ${i}`),
    )
    expect(within(popover).getByText('Показать все уведомления (7)')).toBeTruthy()
  })

  it('shows no number until the list is loaded', async () => {
    network.use(http.get('*/notifications', () => new HttpResponse(null, { status: 503 })))
    const store = makeSignedInStore()
    renderRoute(<Bell />, { store })
    await openBell()
    const popover = await screen.findByRole('dialog', { name: 'Уведомления' })
    await within(popover).findByRole('button', { name: 'Повторить' })
    expect(within(popover).getByText('Показать все уведомления')).toBeTruthy()
  })

  it('shows the state of the connection', async () => {
    const { sendInitialState, stream } = await renderBell()
    await openBell()
    expect(await screen.findByText('Подключение…')).toBeTruthy()
    await sendInitialState()
    expect(screen.getByText('Подключено')).toBeTruthy()
    await act(() => stream.breakOff())
    expect(screen.getByText('Подключение…')).toBeTruthy()
  })

  it('adds a new notification at the top and marks it as read when its title is pressed', async () => {
    const { sendInitialState, emit, inbox } = await renderBell(
      new FakeInbox([makeNotification({ is_read: true })]),
    )
    await sendInitialState()
    await openBell()
    await screen.findByText('Показать все уведомления (1)')
    await emit(
      'notification',
      inbox.arrive(makeNotification({ title: 'Платёж получен', type: 'payment' })),
    )
    const popover = screen.getByRole('dialog', { name: 'Уведомления' })
    expect(within(popover).getByText('Показать все уведомления (2)')).toBeTruthy()
    await user.click(within(popover).getByRole('button', { name: /Платёж получен/ }))
    await screen.findByRole('button', { name: 'Уведомления' })
    expect(inbox.unread).toBe(0)
    // The pressed button has become plain text, but the focus stays on the title.
    const title = within(popover).getByRole('heading', { name: 'Платёж получен' })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  it('opens the full list, which asks for confirmation before it deletes all', async () => {
    const { sendInitialState, inbox } = await renderBell(
      new FakeInbox([makeNotification(), makeNotification()]),
    )
    await sendInitialState()
    await openBell()
    await user.click(await screen.findByText('Показать все уведомления (2)'))
    const list = await screen.findByRole('dialog', { name: 'Все уведомления' })
    await user.click(await within(list).findByRole('button', { name: 'Удалить все' }))
    const question = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete all notifications?',
    })
    await user.click(within(question).getByRole('button', { name: 'Удалить' }))
    await screen.findByText('Пока тихо')
    expect(inbox.notifications).toEqual([])
  })
})

describe('toasts', () => {
  it('appear for new notifications, with the actions of their type', async () => {
    const { sendInitialState, emit, inbox } = await renderBell()
    await sendInitialState()
    await emit('notification', inbox.arrive(makeNotification({ type: 'booking', title: 'Осмотр' })))
    const toast = screen.getByRole('status', { name: 'Осмотр' })
    expect(within(toast).getByText('Бронирование')).toBeTruthy()
    expect(within(toast).getByRole('button', { name: 'View' })).toBeTruthy()
    await emit('notification', inbox.arrive(makeNotification({ type: 'security', title: 'Вход' })))
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('button', { name: 'Check' })).toBeTruthy()
    await user.click(within(alert).getByRole('button', { name: 'Ignore' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('show five at once and count the older ones', async () => {
    const { sendInitialState, emit, inbox } = await renderBell()
    await sendInitialState()
    for (let i = 1; i <= 7; i += 1)
      await emit('notification', inbox.arrive(makeNotification({ title: `Тост ${i}` })))
    expect(findToasts()).toHaveLength(5)
    expect(screen.queryByText('Тост 2')).toBeNull()
    expect(screen.getByText('Тост 7')).toBeTruthy()
    expect(screen.getByText('+2 more notifications')).toBeTruthy()
  })

  it('close after 5 s, after 8 s, or never, by priority', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { sendInitialState, emit, inbox } = await renderBell()
    await sendInitialState()
    for (const type of ['booking', 'payment', 'security'])
      await emit('notification', inbox.arrive(makeNotification({ type, title: type })))
    const isVisible = (title: string) => screen.queryByText(title) !== null
    await advanceTime(5000)
    expect([isVisible('booking'), isVisible('payment'), isVisible('security')]).toEqual([
      false,
      true,
      true,
    ])
    await advanceTime(2700)
    expect([isVisible('payment'), isVisible('security')]).toEqual([false, true])
    await advanceTime(120_000)
    expect(isVisible('security')).toBe(true)
  })

  it('about an unreachable stream have a retry', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isDown = true
    await renderBell(new FakeInbox(), () => isDown)
    for (let second = 0; second < 60 && !screen.queryByRole('alert'); second += 1)
      await act(() => vi.advanceTimersByTimeAsync(1000))
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain(
      'Failed to connect to notification service. Please refresh the page.',
    )
    expect(FakeStream.all).toHaveLength(0)
    isDown = false
    act(() => within(alert).getByRole('button', { name: 'Повторить' }).click())
    await waitFor(() => expect(FakeStream.all).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
