import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import type { PriceLimitRead } from '../../api/wire/content.ts'
import { PriceLimit } from './PriceLimit.tsx'

const storedLimit: PriceLimitRead = {
  id: 'l-1',
  car_id: 'car-1',
  calculation_id: null,
  title: 'BMW 320d, 2022',
  limit_rub: 5_000_000,
  current_rub: 5_200_000,
  alerts: true,
  alerted_at: null,
  created_at: '2026-11-20T07:00:00Z',
}

/** Serves these limits from a fake service. Returns the bodies that the service has received. */
function serveLimits(...stored: PriceLimitRead[]) {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/me/price-limits', () =>
      HttpResponse.json({ success: true, limits: stored, total: stored.length }),
    ),
    http.put('*/api/me/price-limits/cars/car-1', async ({ request }) => {
      const body = (await request.json()) as { limit_rub: number }
      sent.push(body)
      stored = [{ ...storedLimit, ...body }]
      return HttpResponse.json({ success: true, limit: stored[0] })
    }),
    http.patch('*/api/me/price-limits/l-1', async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      stored = [{ ...storedLimit, ...body }]
      return HttpResponse.json({ success: true, limit: stored[0] })
    }),
    http.delete('*/api/me/price-limits/l-1', () => {
      stored = []
      return HttpResponse.json({ success: true })
    }),
  )
  return sent
}

function renderPriceLimit() {
  const store = makeSignedInStore()
  const limit = <PriceLimit kind="cars" id="car-1" name="BMW 320d" current={5_200_000} />
  renderRoute(limit, { store })
}

it('a new price limit starts with the current sum and must be a sum', async () => {
  const sent = serveLimits()
  renderPriceLimit()
  await userEvent.click(await screen.findByRole('button', { name: 'Сообщить о цене: BMW 320d' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Граница/ })
  expect(normalizeSpaces(field.value)).toBe('5 200 000')
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: /Сохранить.границу/ }))
  expect(await screen.findByText(/Укажите сумму/)).toBeTruthy()
  await userEvent.type(field, '5000000')
  await userEvent.click(screen.getByRole('button', { name: /Сохранить.границу/ }))
  expect(
    await screen.findByText(/Граница — 5.000.000.₽\. Напишем, когда цена.с.таможней её.перейдёт\./),
  ).toBeTruthy()
  expect(sent).toEqual([{ limit_rub: 5_000_000 }])
})

it('a price limit with kopecks is refused, not multiplied by ten', async () => {
  const sent = serveLimits()
  renderPriceLimit()
  await userEvent.click(await screen.findByRole('button', { name: 'Сообщить о цене: BMW 320d' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Граница/ })
  await userEvent.clear(field)
  await userEvent.type(field, '5000000,5')
  await userEvent.click(screen.getByRole('button', { name: /Сохранить.границу/ }))
  expect(await screen.findByText(/Укажите сумму в.целых.рублях/)).toBeTruthy()
  expect(normalizeSpaces(field.value)).toBe('5 000 000,5')
  expect(sent).toEqual([])
})

it('a new price limit is not offered while it is not known whether there is one', async () => {
  const { promise: held, resolve: answer } = createGate()
  network.use(
    http.get('*/api/me/price-limits', async () => {
      await held
      return HttpResponse.json({ success: true, limits: [storedLimit], total: 1 })
    }),
  )
  renderPriceLimit()
  expect(screen.queryByRole('button')).toBe(null)
  answer()
  expect(await screen.findByRole('button', { name: /^Изменить.границу/ })).toBeTruthy()
})

it('a price limit is changed and removed', async () => {
  const sent = serveLimits(storedLimit)
  renderPriceLimit()
  await userEvent.click(await screen.findByRole('button', { name: /^Изменить.границу/ }))
  const field = screen.getByRole('textbox', { name: /Граница/ })
  await userEvent.clear(field)
  await userEvent.type(field, '4900000')
  await userEvent.click(screen.getByRole('button', { name: /Сохранить.границу/ }))
  expect(await screen.findByText(/Граница — 4.900.000.₽/)).toBeTruthy()
  expect(sent).toEqual([{ limit_rub: 4_900_000 }])
  await userEvent.click(screen.getByRole('button', { name: /^Изменить.границу/ }))
  await userEvent.click(screen.getByRole('button', { name: /Убрать.границу/ }))
  expect(await screen.findByRole('button', { name: /Сообщить/ })).toBeTruthy()
})

it('a price limit whose notifications were stopped by the link of an email can turn them on', async () => {
  const sent = serveLimits({ ...storedLimit, alerts: false })
  renderPriceLimit()
  expect(await screen.findByText(/Уведомления.выключены/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Включить.уведомления/ }))
  expect(await screen.findByText(/Напишем,.когда/)).toBeTruthy()
  expect(sent).toEqual([{ alerts: true }])
})

it('the form of a price limit shows why it was not saved', async () => {
  serveLimits()
  const message = 'Границ цены слишком много: уберите лишние'
  network.use(
    http.put('*/api/me/price-limits/cars/car-1', () =>
      HttpResponse.json(
        { success: false, code: 'too_many_price_limits', message, status: 409 },
        { status: 409 },
      ),
    ),
  )
  renderPriceLimit()
  await userEvent.click(await screen.findByRole('button', { name: /Сообщить/ }))
  await userEvent.click(screen.getByRole('button', { name: /Сохранить.границу/ }))
  expect(await screen.findByText(message)).toBeTruthy()
})

it('a price limit is not offered to a visitor', () => {
  renderRoute(<PriceLimit kind="cars" id="car-1" name="BMW 320d" current={5_200_000} />)
  expect(screen.queryByRole('button')).toBeNull()
})

it('a new price limit is not offered after the limits could not be loaded', async () => {
  let requests = 0
  network.use(
    http.get('*/api/me/price-limits', () => {
      requests += 1
      return requests === 1
        ? HttpResponse.json({}, { status: 503 })
        : HttpResponse.json({ success: true, limits: [storedLimit], total: 1 })
    }),
  )
  renderPriceLimit()
  await screen.findByText(/Не.удалось узнать/)
  expect(screen.queryByRole('button', { name: /Сообщить/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText(/Граница — 5.000.000.₽/)).toBeTruthy()
})
