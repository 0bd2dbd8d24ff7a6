import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { describeOpenness } from '../../shared/openHours.ts'
import ContactForm from './ContactForm.tsx'
import { emptyMessage, fillIn } from './contactMessage.ts'
import { OfficeMap } from './Location.tsx'
import { parseMapSource } from './mapSource.ts'

const weekday = { from: '09:00', to: '19:00' }
const openDays = [
  { date: '2026-11-20', ...weekday },
  { date: '2026-11-21', from: '10:00', to: '16:00' },
  { date: '2026-11-23', ...weekday },
  { date: '2026-12-30', ...weekday },
  { date: '2027-01-09', from: '10:00', to: '24:00' },
]

describe('the opening hours', () => {
  it('are not shown if they are unknown', () => {
    expect(describeOpenness([], new Date('2026-11-20T08:00:00Z'))).toBeNull()
    expect(describeOpenness(openDays, new Date('2027-02-01T08:00:00Z'))).toBeNull()
  })
  it.each([
    ['2026-11-20T08:00:00Z', true, 'Открыто до 19:00'],
    ['2026-11-20T05:00:00Z', false, 'Закрыто, откроемся сегодня в 9:00'],
    ['2026-11-20T16:00:00Z', false, 'Закрыто, откроемся завтра в 10:00'],
    ['2026-11-21T14:00:00Z', false, 'Закрыто, откроемся в понедельник в 9:00'],
    ['2026-12-30T17:00:00Z', false, 'Закрыто, откроемся 9 января в 10:00'],
    ['2027-01-09T20:59:00Z', true, 'Открыто до 24:00'],
  ])('are shown in Moscow time at %s', (now, isOpen, text) => {
    const state = describeOpenness(openDays, new Date(now))
    expect(state?.isOpen).toBe(isOpen)
    expect(normalizeSpaces(state?.words)).toBe(text)
  })
})

describe('the contact form', () => {
  const form = () => within(screen.getByRole('form', { name: 'Форма обратной связи' }))
  const send = () => userEvent.click(form().getByRole('button', { name: 'Отправить сообщение' }))

  async function fill() {
    await userEvent.type(form().getByLabelText('Имя'), 'Анна')
    await userEvent.type(form().getByLabelText('Телефон'), '89000000000')
    await userEvent.type(form().getByLabelText('Email'), 'anna@example.com')
    await userEvent.type(form().getByLabelText('Сообщение'), 'Нужен осмотр')
    await userEvent.click(form().getByRole('checkbox'))
  }
  const createAcceptedResponse = () =>
    HttpResponse.json(
      {
        success: true,
        id: '1',
        reference: 'MA-T5KRAU',
        reply_by: '2026-11-20T09:15:00Z',
        message: 'Сообщение отправлено!',
      },
      { status: 201 },
    )

  it('names every missing field beside the field and above the form', async () => {
    renderRoute(<ContactForm />)
    await send()
    const summary = form().getByRole('alert')
    for (const words of ['обращаться', 'телефон', 'почту', 'несколько слов', 'согласия'])
      expect(summary.textContent).toContain(words)
    const email = form().getByLabelText('Email')
    const note = document.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain('Укажите почту')
  })

  it('sends a message once, shows its reference number, and clears the fields', async () => {
    const sent: Record<string, unknown>[] = []
    network.use(
      http.post('*/api/contact', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>)
        return createAcceptedResponse()
      }),
    )
    renderRoute(<ContactForm />)
    await fill()
    await userEvent.selectOptions(form().getByLabelText('Тема'), 'consultation')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const element = screen.getByRole('form', { name: 'Форма обратной связи' })
    fireEvent.submit(element)
    fireEvent.submit(element)
    expect(await screen.findByText('Сообщение отправлено!')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('MA-T5KRAU')
    expect(screen.queryByRole('form')).toBeNull()
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    await waitFor(() => expect(form().getByLabelText('Имя')).toHaveProperty('value', ''))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      name: 'Анна',
      phone: '+79000000000',
      email: 'anna@example.com',
      subject: 'consultation',
      consent: true,
    })
    expect(sessionStorage.length).toBe(0)
  })

  it('keeps the typed values if the server refuses, and removes the error when the user types', async () => {
    network.use(
      http.post('*/api/contact', () =>
        HttpResponse.json({ message: 'Слишком часто', code: 'rate_limited' }, { status: 429 }),
      ),
    )
    renderRoute(<ContactForm />)
    await fill()
    await send()
    expect((await form().findByRole('alert')).textContent).toContain('Слишком часто')
    expect(form().getByLabelText('Имя')).toHaveProperty('value', 'Анна')
    await userEvent.type(form().getByLabelText('Имя'), ' П')
    expect(form().queryByRole('alert')).toBeNull()
  })

  it('restores the draft after a reload, but not the consent', async () => {
    const first = renderRoute(<ContactForm />)
    await fill()
    first.unmount()
    renderRoute(<ContactForm />)
    expect(form().getByLabelText('Сообщение')).toHaveProperty('value', 'Нужен осмотр')
    expect(form().getByRole('checkbox')).toHaveProperty('checked', false)
  })

  it('hides the honeypot field from users', () => {
    renderRoute(<ContactForm />)
    const trap = document.querySelector('input[name="website"]')
    expect(trap?.getAttribute('tabindex')).toBe('-1')
    expect(trap?.closest('[aria-hidden="true"]')).toBeTruthy()
  })
})

describe('the map', () => {
  it('accepts a template of tile URLs and nothing else', () => {
    const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png?key={key}'
    expect(parseMapSource({ tiles, key: 'a b', latitude: 55.7 })).toMatchObject({
      tiles: 'https://tiles.example.com/{z}/{x}/{y}.png?key=a%20b',
      at: [55.7, 37.6184],
    })
    expect(parseMapSource(null)).toBeNull()
    expect(parseMapSource('javascript:{z}')).toBeNull()
  })

  it('can be retried, and without a map service shows the plan with the address and the route', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private seen: (entries: { isIntersecting: boolean }[]) => void) {}
        observe() {
          this.seen([{ isIntersecting: true }])
        }
        disconnect() {}
      },
    )
    network.use(
      http.get('*/api/settings', () => HttpResponse.json({}, { status: 404 }), { once: true }),
      http.get('*/api/settings', () =>
        HttpResponse.json({ success: true, widgets: { map: null } }),
      ),
    )
    renderRoute(<OfficeMap />)
    await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
    await screen.findByRole('img', { name: /^Схема: офис/ })
    // The plan replaces the map: no error in red and no retry.
    expect(screen.getByRole('status').textContent).toMatch(/Ошибка.загрузки.карты/)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Построить маршрут' })).toBeTruthy()
  })
})

describe('the contact form of a known sender', () => {
  it('has the sender and the order of the link filled in, and keeps typed values', () => {
    const sender = { first_name: 'Анна', email: 'anna@example.com', phone: null }
    const known = fillIn({ ...emptyMessage, name: 'Аня' }, sender, 'МА-2291')
    expect(known).toMatchObject({ email: 'anna@example.com', subject: 'order' })
    expect(known.message).toContain('МА-2291')
    expect(normalizeSpaces(fillIn(emptyMessage, null, 'МА-2291', 'Договор').message)).toBe(
      'Заказ МА-2291. Пришлите, пожалуйста, документ «Договор».',
    )
    expect(known).not.toHaveProperty('name')
    expect(known).not.toHaveProperty('phone')
    expect(fillIn(emptyMessage, null, null)).toEqual({})
  })
})
