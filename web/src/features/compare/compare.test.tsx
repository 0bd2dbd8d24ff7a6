import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { setComparedCars, useComparedCars } from '../../shared/cars/comparedCars.ts'
import { parseCompared } from '../../shared/compareLink.ts'
import { ComparePage } from './ComparePage.tsx'
import { createCalculationRows, createCarRows, isDifferent } from './rows.ts'

const bmw: CarRead = {
  id: 'car-1',
  slug: 'bmw-318d',
  brand: 'BMW',
  model: '318d',
  year: 2022,
  body_type: 'sedan',
  mileage_km: 64000,
  engine: '2.0 л, дизель',
  engine_volume_l: 1.995,
  power_hp: 150,
  fuel: 'diesel',
  transmission: 'automatic',
  drive: 'rear',
  country: 'Германия',
  city: 'Мюнхен',
  colour: 'белый',
  description: '',
  length_mm: 4633,
  price_rub: 3_100_000,
  price_eur: 24300,
  eur_rate: 93.35,
  rate_date: '2026-11-20',
  image_url: null,
  images: [],
  related: [],
  tags: ['one-owner'],
  status: 'published',
  price_details: { customsDuty: 500_000, recyclingFee: 5_200, registrationCost: 13_541 },
  turnkey: {
    total_rub: 3_558_000,
    delivery_rub: 214_000,
    work_rub: 196_000,
    laboratory_rub: 48_000,
  },
}
const audi: CarRead = {
  ...bmw,
  id: 'car-2',
  slug: 'audi-a4',
  brand: 'Audi',
  model: 'A4',
  price_rub: 2_900_000,
  turnkey: null,
}

const serveCars = (...cars: CarRead[]) =>
  network.use(
    http.get('*/api/cars/:slug', ({ params }) => {
      const car = cars.find(({ slug }) => slug === params.slug)
      return car
        ? HttpResponse.json({ success: true, car })
        : HttpResponse.json({ title: 'Нет', status: 404, code: 'not_found' }, { status: 404 })
    }),
  )

const openCompare = (search: string) =>
  renderRoute(<ComparePage />, { path: '/compare', at: `/compare${search}` })

beforeEach(() => setComparedCars([]))

describe('the URL of a comparison', () => {
  it('has each record once, at most four records, and only valid slugs', () => {
    expect(parseCompared('a,b,a,c,../x,d,e')).toEqual(['a', 'b', 'c', 'd'])
    expect(parseCompared(null)).toEqual([])
  })
})

describe('the rows of a comparison', () => {
  it('show what differs and how far each sum is above the lowest', async () => {
    serveCars(bmw, audi)
    openCompare('?cars=bmw-318d,audi-a4')
    const price = await screen.findByRole('row', { name: /С.таможней/ })
    expect(price.textContent).toMatch(/3.100.000.₽\+200.000.₽.*2.900.000.₽меньше всех/)
    expect(price.className).toBe('is-different')
    const drive = screen.getByRole('row', { name: /Привод/ })
    expect(drive.className).toBe('')
    // The turnkey total of the Audi is unknown, so neither total is called the lowest.
    const total = screen.getByRole('row', { name: /Под.ключ/ })
    expect(total.textContent).not.toContain('меньше всех')
    await userEvent.click(screen.getByRole('switch', { name: /Только.отличия/ }))
    expect(screen.queryByRole('row', { name: /Привод/ })).toBeNull()
    expect(screen.getByRole('row', { name: /С.таможней/ })).toBeTruthy()
  })

  it('do not count a missing record as a difference', () => {
    const [row] = createCarRows([bmw, null])
    expect(row && isDifferent(row, [true, false])).toBe(false)
  })

  it('show the requested values of a calculation', () => {
    const rows = createCalculationRows([
      {
        total: 5_000_000,
        totalCustoms: 2_000_000,
        request: { price: 3_000_000, age: 4, fuelType: 'petrol', engineVolumeLiters: 2 },
        eurRate: { value: 93.35, date: '2026-11-20', source: 'fixed' },
        createdAt: '2026-11-20T10:00:00Z',
        edition: 'ru-2026-01',
      } as unknown as Parameters<typeof createCalculationRows>[0][number],
    ])
    const findText = (label: string) => rows.find((row) => row.label === label)?.values[0]
    expect(findText('Возраст')).toBe('4\u00a0года')
    expect(findText('Двигатель')).toMatch(/^2.л, бензин$/)
    expect(findText('Мощность')).toBeNull()
  })

  it('have both bounds of a sum if the power is unknown', () => {
    const rows = createCalculationRows([
      {
        total: 5_000_000,
        totalCustoms: 2_000_000,
        recyclingFee: 5_200,
        powerRange: [
          { upToHp: 160, total: 5_000_000, totalCustoms: 2_000_000, recyclingFee: 5_200 },
          { upToHp: null, total: 6_500_000, totalCustoms: 3_500_000, recyclingFee: 1_505_200 },
        ],
        request: { price: 3_000_000, age: 4, fuelType: 'petrol', engineVolumeLiters: 2 },
        eurRate: { value: 93.35, date: '2026-11-20', source: 'fixed' },
        createdAt: '2026-11-20T10:00:00Z',
        edition: 'ru-2026-01',
      } as unknown as Parameters<typeof createCalculationRows>[0][number],
    ])
    const findText = (label: string) =>
      normalizeSpaces(rows.find((row) => normalizeSpaces(row.label) === label)?.values[0])
    expect(findText('Итого с автомобилем')).toBe('5 000 000 – 6 500 000 ₽')
    expect(findText('Утилизационный сбор')).toBe('5 200 – 1 505 200 ₽')
  })
})

describe('the comparison page', () => {
  it('says that a car is no longer published, and removes it on request', async () => {
    serveCars(bmw)
    setComparedCars(['bmw-318d', 'sold-1'])
    openCompare('')
    const head = await screen.findByRole('columnheader', { name: /Снят с.публикации/ })
    await userEvent.click(within(head).getByRole('button', { name: /Убрать из.сравнения/ }))
    expect(screen.getAllByRole('columnheader')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'BMW 318d, 2022' })).toBeTruthy()
    expect(localStorage.getItem('compared_cars')).toBe('bmw-318d')
  })

  it('keeps the other columns if one fails, and loads the failed column again on request', async () => {
    serveCars(bmw)
    network.use(
      http.get('*/api/cars/audi-a4', () => new HttpResponse(null, { status: 503 }), { once: true }),
    )
    openCompare('?cars=bmw-318d,audi-a4')
    const again = await screen.findByRole('button', { name: 'Повторить' })
    expect(screen.getByRole('link', { name: 'BMW 318d, 2022' })).toBeTruthy()
    serveCars(bmw, audi)
    await userEvent.click(again)
    expect(await screen.findByRole('link', { name: 'Audi A4, 2022' })).toBeTruthy()
  })

  it('says which car has failed and why, and removes it on request', async () => {
    serveCars(bmw)
    network.use(
      http.get('*/api/cars/audi-a4', () =>
        HttpResponse.json({ code: 'internal', message: 'Ошибка сервера' }, { status: 500 }),
      ),
    )
    openCompare('?cars=bmw-318d,audi-a4')
    const head = within(await screen.findByRole('columnheader', { name: /audi a4/ }))
    expect(head.getByRole('alert').textContent).toBe('Ошибка сервера')
    expect(head.getByRole('button', { name: 'Повторить' })).toBeTruthy()
    await userEvent.click(head.getByRole('button', { name: /^Убрать из.сравнения$/ }))
    expect(window.location.search).toBe('?cars=bmw-318d')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says which calculation has failed by its place', async () => {
    network.use(
      http.get('*/api/calculator/calculations/:id', () => new HttpResponse(null, { status: 503 })),
    )
    openCompare('?calculations=one,two')
    const head = within(await screen.findByRole('columnheader', { name: /Расчёт.2/ }))
    expect(head.getByRole('alert').textContent).toMatch(/^Не.удалось загрузить\. Сервер ответил/)
    await userEvent.click(head.getByRole('button', { name: /Убрать из.сравнения: Расчёт.2/ }))
    expect(window.location.search).toBe('?calculations=one')
  })

  it('says that a car is reserved by its user', async () => {
    const until = { reserved_until: '2046-11-22T12:00:00Z' }
    serveCars({ ...bmw, ...until }, { ...audi, ...until })
    const reservations = [{ id: 'r1', car_id: 'car-1', status: 'paid' }]
    network.use(
      http.get('*/api/me/reservations', () =>
        HttpResponse.json({ success: true, total: 1, reservations }),
      ),
    )
    renderRoute(<ComparePage />, {
      path: '/compare',
      at: '/compare?cars=bmw-318d,audi-a4',
      store: makeSignedInStore(),
    })
    const state = await screen.findByRole('row', { name: /Состояние.*Забронирован вами/ })
    expect(state.textContent).toBe('СостояниеЗабронирован вамиЗабронирован')
  })

  it('says that a calculation is missing, also for a malformed id', async () => {
    network.use(
      http.get('*/api/calculator/calculations/:id', ({ params }) =>
        params.id === 'removed'
          ? HttpResponse.json({ title: 'Нет', status: 404, code: 'not_found' }, { status: 404 })
          : HttpResponse.json({ title: 'Нет', status: 422, code: 'invalid' }, { status: 422 }),
      ),
    )
    openCompare('?calculations=removed,malformed')
    await waitFor(() =>
      expect(screen.getAllByRole('columnheader', { name: /Расчёта больше.нет/ })).toHaveLength(2),
    )
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })

  it('redirects to a URL with the cars chosen in this browser', async () => {
    serveCars(bmw, audi)
    setComparedCars(['bmw-318d', 'audi-a4'])
    openCompare('')
    await screen.findByRole('link', { name: 'Audi A4, 2022' })
    expect(window.location.search).toBe('?cars=bmw-318d,audi-a4')
  })

  it('draws all cars in one scale', async () => {
    serveCars({ ...bmw, length_mm: 4300 }, { ...audi, length_mm: 5100 })
    const { container } = openCompare('?cars=bmw-318d,audi-a4')
    await waitFor(() => expect(container.querySelectorAll('.ui-car-box')).toHaveLength(2))
    const [shorter = 0, longer = 0] = [
      ...container.querySelectorAll<HTMLElement>('.ui-car-box'),
    ].map((drawing) => Number.parseFloat(drawing.style.width))
    expect(shorter / longer).toBeCloseTo(4300 / 5100)
  })

  it('follows the choice of cars in another tab of the browser', () => {
    setComparedCars(['bmw-318d'])
    const { result } = renderHook(useComparedCars)
    expect(result.current).toEqual(['bmw-318d'])
    localStorage.setItem('compared_cars', 'bmw-318d,audi-a4')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'compared_cars' })))
    expect(result.current).toEqual(['bmw-318d', 'audi-a4'])
  })

  it('links to the catalogue if nothing is chosen', () => {
    openCompare('')
    expect(screen.getByRole('link', { name: /Открыть.каталог/ })).toBeTruthy()
  })
})
