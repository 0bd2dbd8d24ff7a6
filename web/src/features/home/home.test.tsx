import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { anna } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { receiveSettings } from '../../../tests/settings.ts'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { makeStore } from '../../app/store.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import MiniCalculator from './MiniCalculator.tsx'
import QuickRequest from './QuickRequest.tsx'
import TopModels from './TopModels.tsx'

const unavailable = () =>
  HttpResponse.json(
    { success: false, message: 'Сервис временно недоступен', code: 'unavailable' },
    { status: 503 },
  )

describe('the mini calculator', () => {
  const makeEstimate = (price: number) => ({
    success: true,
    customsDuty: 504094,
    registrationCost: 18465,
    recyclingFee: 1492800,
    vat: 0,
    exciseTax: 0,
    totalCustoms: 2015359,
    total: price + 2015359,
    edition: 'ru-2026-01',
  })

  it("requests a calculation for today's date and shows the sum", async () => {
    const sentRequests: Record<string, unknown>[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        const body = (await request.json()) as { price: number }
        sentRequests.push(body)
        return HttpResponse.json(makeEstimate(body.price))
      }),
    )
    const page = renderRoute(<MiniCalculator />)
    await screen.findByText(/5\s015\s359\s₽/)
    expect(sentRequests[0]).toMatchObject({
      price: 3000000,
      age: 4,
      engineVolumeLiters: 2,
      enginePower: 190,
      importCategory: 'personal',
    })
    expect(sentRequests[0]?.declaration_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const price = screen.getByLabelText('Цена в Европе')
    await userEvent.clear(price)
    await userEvent.type(price, '4000000')
    await screen.findByText(/6\s015\s359\s₽/)
    expect(hasUnsentInput()).toBe(false)
    // Another page replaced this one, such as the personal area after a sign-in.
    page.unmount()
    renderRoute(<MiniCalculator />)
    await screen.findByText(/6\s015\s359\s₽/)
  })

  it("shows the car's price of the last response while the next sum is calculated", async () => {
    const { promise: late, resolve: arrive } = createGate()
    const sentPrices: number[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        const { price } = (await request.json()) as { price: number }
        sentPrices.push(price)
        if (sentPrices.length > 1) await late
        return HttpResponse.json(makeEstimate(price))
      }),
    )
    renderRoute(<MiniCalculator />)
    await screen.findByText(/5\s015\s359\s₽/)
    const car = () => screen.getByText('Автомобиль').textContent
    expect(car()).toMatch(/3\s000\s000\s₽/)
    fireEvent.change(screen.getByLabelText('Цена в Европе'), { target: { value: '30000000' } })
    await waitFor(() => expect(sentPrices).toEqual([3000000, 30000000]))
    expect(car()).toMatch(/[^\d\s]3\s000\s000\s₽/)
    arrive()
    await screen.findByText(/32\s015\s359\s₽/)
    expect(car()).toMatch(/30\s000\s000\s₽/)
  })

  it('shows dashes instead of placeholders while a field is empty', async () => {
    network.use(
      http.post('*/api/calculator/calculate', () => HttpResponse.json(makeEstimate(3000000))),
    )
    renderRoute(<MiniCalculator />)
    await screen.findByText(/5\s015\s359\s₽/)
    await userEvent.clear(screen.getByLabelText('Цена в Европе'))
    expect(screen.getByText(/^Заполните цену/)).toBeTruthy()
    expect(screen.getByText('Таможенная пошлина').textContent).toBe('Таможенная пошлина—')
    expect(document.querySelectorAll('.ui-sk')).toHaveLength(0)
  })

  it('keeps typed kopecks and asks for another price than a negative one', async () => {
    const sentPrices: number[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        const { price } = (await request.json()) as { price: number }
        sentPrices.push(price)
        return HttpResponse.json(makeEstimate(price))
      }),
    )
    renderRoute(<MiniCalculator />)
    const field = screen.getByLabelText('Цена в Европе')
    await userEvent.clear(field)
    await userEvent.type(field, '3000000,5')
    await waitFor(() => expect(sentPrices.at(-1)).toBe(3000000.5))
    await userEvent.clear(field)
    await userEvent.type(field, '-5')
    expect(screen.getByText(/^Заполните цену/)).toBeTruthy()
  })

  it('shows the error and can be retried', async () => {
    network.use(http.post('*/api/calculator/calculate', unavailable))
    renderRoute(<MiniCalculator />)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Не удалось рассчитать стоимость')
    expect(note.textContent).toContain('Сервис временно недоступен')
    expect(document.querySelectorAll('.ui-sk, .home-mini-bar')).toHaveLength(0)
    network.use(
      http.post('*/api/calculator/calculate', () => HttpResponse.json(makeEstimate(3000000))),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText(/5\s015\s359\s₽/)
  })
})

describe('the section of popular cars', () => {
  it('explains an empty list', async () => {
    network.use(
      http.get('*/api/cars/featured', () => HttpResponse.json({ success: true, cars: [] })),
    )
    renderRoute(<TopModels />)
    expect(await screen.findByText(/Новые появятся здесь/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Рассказать, что ищете' })).toBeTruthy()
  })

  it('can be retried if it fails to load', async () => {
    network.use(http.get('*/api/cars/featured', unavailable))
    renderRoute(<TopModels />)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Не удалось загрузить автомобили')
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
  })
})

describe('the quick request', () => {
  const form = () => within(screen.getByRole('form', { name: 'Быстрая заявка' }))

  async function fill() {
    await userEvent.type(form().getByLabelText('Имя'), 'Анна')
    await userEvent.type(form().getByLabelText('Телефон'), '89000000000')
    await userEvent.click(form().getByRole('checkbox'))
  }

  it('shows the working hours as they were typed', async () => {
    const store = makeStore()
    receiveSettings(store, { workingHours: 'Пн–Пт 9–18 МСК' })
    renderRoute(<QuickRequest />, { store })
    expect(screen.getByText(/^перезвоним/).textContent).toContain('. Пн–Пт 9–18 МСК')
  })

  it('names every missing field beside the field and above the form', async () => {
    renderRoute(<QuickRequest />)
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    expect(form().getByRole('alert').textContent).toContain('Проверьте поля формы')
    const phone = form().getByLabelText('Телефон')
    const note = document.getElementById(phone.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain('Укажите телефон')
  })

  it('sends a request once, shows its reference number, and clears the fields', async () => {
    let sentRequests = 0
    network.use(
      http.post('*/api/requests', () => {
        sentRequests += 1
        return HttpResponse.json(
          { success: true, id: '1', reference: 'MA-T5KRAU' },
          { status: 201 },
        )
      }),
    )
    renderRoute(<QuickRequest />)
    await fill()
    const filled = screen.getByRole('form', { name: 'Быстрая заявка' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    // Two clicks before the next render.
    act(() => {
      fireEvent.submit(filled)
      fireEvent.submit(filled)
    })
    await waitFor(() => expect(form().getByRole('status').textContent).toContain('MA-T5KRAU'))
    expect(sentRequests).toBe(1)
    expect((form().getByLabelText('Имя') as HTMLInputElement).value).toBe('')
    expect(hasUnsentInput()).toBe(false)
    // The number stays until something is typed.
    act(() => vi.advanceTimersByTime(60_000))
    vi.useRealTimers()
    expect(form().getByRole('status').textContent).toContain('MA-T5KRAU')
    await userEvent.type(form().getByLabelText('Имя'), 'Б')
    expect(form().getByRole('status').textContent).toBe('')
  })

  it("sends a guest's optional address, which a later account proves", async () => {
    const sent: { email?: string }[] = []
    network.use(
      http.post('*/api/requests', async ({ request }) => {
        sent.push((await request.json()) as { email?: string })
        return HttpResponse.json(
          { success: true, id: '1', reference: 'MA-T5KRAU' },
          { status: 201 },
        )
      }),
    )
    renderRoute(<QuickRequest />)
    await fill()
    await userEvent.type(form().getByLabelText('Почта'), 'anna')
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    expect(form().getByLabelText('Почта').getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(form().getByLabelText('Почта'), '@example.com')
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    await waitFor(() => expect(sent.map(({ email }) => email)).toEqual(['anna@example.com']))
  })

  it('knows name and telephone of a signed-in user, and asks for no address', async () => {
    const store = makeSignedInStore({ ...anna, first_name: 'Марта', phone: '+79000000001' })
    renderRoute(<QuickRequest />, { store })
    expect((form().getByLabelText('Имя') as HTMLInputElement).value).toBe('Марта')
    expect((form().getByLabelText('Телефон') as HTMLInputElement).value).toContain('900')
    expect(form().queryByLabelText('Почта')).toBeNull()
    expect(hasUnsentInput()).toBe(false)
  })

  it('summarizes a refusal of the server, and shows no error after a successful retry', async () => {
    const errors = [{ field: 'phone', message: 'Такого номера нет' }]
    network.use(
      http.post(
        '*/api/requests',
        () => HttpResponse.json({ code: 'validation_error', message: '', errors }, { status: 422 }),
        { once: true },
      ),
      http.post('*/api/requests', () =>
        HttpResponse.json({ success: true, id: '1', reference: 'MA-T5KRAU' }, { status: 201 }),
      ),
    )
    renderRoute(<QuickRequest />)
    await fill()
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    expect((await form().findByRole('alert')).textContent).toContain('Телефон: такого номера нет')
    expect(document.activeElement).toBe(form().getByRole('alert'))
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    await waitFor(() => expect(form().getByRole('status').textContent).toContain('MA-T5KRAU'))
    await userEvent.click(form().getByLabelText('Имя'))
    await userEvent.tab()
    expect(form().queryByRole('alert')).toBeNull()
  })

  it('shows the calculation of the link, which can be detached', async () => {
    const id = '01a207cc-5688-7678-ba20-306d67b6217b'
    const sent: { calculation_id?: string }[] = []
    network.use(
      http.get(`*/api/calculator/calculations/${id}`, () =>
        HttpResponse.json({ success: true, id, total: 5_015_359 }),
      ),
      http.post('*/api/requests', async ({ request }) => {
        sent.push((await request.json()) as { calculation_id?: string })
        return HttpResponse.json(
          { success: true, id: '1', reference: 'MA-T5KRAU' },
          { status: 201 },
        )
      }),
    )
    renderRoute(<QuickRequest />, { at: `/?calculation=${id}` })
    const link = await form().findByRole('link', { name: /^С\sрасчётом\sна\s5\s015\s359\s₽/ })
    expect(link.getAttribute('href')).toBe(`/calc/${id}`)
    const send = () => userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    await fill()
    await send()
    await waitFor(() => expect(sent).toHaveLength(1))
    await userEvent.click(form().getByRole('button', { name: 'Убрать расчёт' }))
    expect(form().queryByRole('link', { name: /расчётом/ })).toBeNull()
    await fill()
    await send()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ calculation_id }) => calculation_id)).toEqual([id, undefined])
  })

  it('keeps the typed values if the server refuses', async () => {
    network.use(http.post('*/api/requests', unavailable))
    renderRoute(<QuickRequest />)
    await fill()
    await userEvent.click(form().getByRole('button', { name: 'Отправить заявку' }))
    expect((await form().findByRole('alert')).textContent).toContain('Сервис временно недоступен')
    expect((form().getByLabelText('Имя') as HTMLInputElement).value).toBe('Анна')
  })
})
