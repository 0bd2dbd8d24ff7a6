import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { CarOffer, CarRead } from '../../api/wire/content.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { setComparedCars } from '../../shared/cars/comparedCars.ts'
import { CarPage } from './CarPage.tsx'
import { buildOutlookRequest } from './CarPrice.tsx'
import { CarsPage } from './CarsPage.tsx'
import { carFilters } from './carFilters.ts'
import { groupPriceParts, listPriceParts } from './priceParts.ts'

const catalogueCar: CarOffer = {
  id: 'car-1',
  slug: 'bmw-530d',
  brand: 'BMW',
  model: '530d Touring',
  year: 2022,
  body_type: 'estate',
  mileage_km: 64000,
  engine: '3.0 л, дизель',
  engine_volume_l: 2.993,
  power_hp: 286,
  fuel: 'diesel',
  transmission: 'automatic',
  drive: 'all',
  country: 'Германия',
  city: 'Мюнхен',
  length_mm: 4963,
  price_rub: 8305084,
  price_eur: 39400,
  eur_rate: 93.3508,
  rate_date: '2026-11-20',
  image_url: null,
  tags: ['one-owner'],
  status: 'published',
}
const car: CarRead = {
  ...catalogueCar,
  colour: 'синий',
  description: 'Служебная машина инженера.',
  images: [],
  related: [],
  price_details: {
    carPrice: 3678022,
    customsDuty: 838197,
    recyclingFee: 3770400,
    registrationCost: 18465,
    vat: 0,
    exciseTax: 0,
  },
}
const facets = {
  brands: [{ value: 'BMW', count: 3 }],
  body_types: [{ value: 'estate', count: 4 }],
  fuels: [{ value: 'diesel', count: 9 }],
  price_min: 2_307_105,
  price_max: 17_520_129,
  turnkey_min: 2_765_105,
  turnkey_max: 17_978_129,
  year_min: 2021,
  year_max: 2022,
}
function serveCars(cars: CarOffer[]) {
  const listQueries: URLSearchParams[] = []
  network.use(
    http.get('*/api/cars', ({ request }) => {
      listQueries.push(new URL(request.url).searchParams)
      return HttpResponse.json({ success: true, cars, total: cars.length, hasMore: false, facets })
    }),
  )
  return listQueries
}

describe('the URL of the catalogue', () => {
  it('keeps valid filters and drops invalid ones', () => {
    const searchParams = new URLSearchParams(
      'brand=BMW&price_max=abc&year_min=2021&sort=;drop&q= x ',
    )
    const filters = carFilters.parse(searchParams)
    expect(filters).toMatchObject({
      brand: 'BMW',
      price_max: '',
      year_min: '2021',
      sort: '',
      q: 'x',
    })
    expect(carFilters.toParams(filters).toString()).toBe('q=x&brand=BMW&year_min=2021')
  })
})

describe('the catalogue', () => {
  it('requests the filters of the URL and of the pressed buttons', async () => {
    const listQueries = serveCars([catalogueCar])
    renderRoute(<CarsPage />, { at: '/cars?brand=BMW&sort=price_asc' })
    expect(await screen.findByRole('heading', { name: 'BMW 530d Touring' })).toBeTruthy()
    expect(Object.fromEntries(listQueries[0] ?? [])).toMatchObject({
      brand: 'BMW',
      sort: 'price_asc',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Универсал' }))
    await waitFor(() => expect(listQueries.at(-1)?.get('body_type')).toBe('estate'))
    expect(listQueries.at(-1)?.get('brand')).toBe('BMW')
    await userEvent.selectOptions(screen.getByLabelText('Топливо'), 'diesel')
    await waitFor(() => expect(listQueries.at(-1)?.get('fuel')).toBe('diesel'))
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
    await waitFor(() => expect(listQueries.at(-1)?.get('brand')).toBeNull())
    expect(listQueries.at(-1)?.get('sort')).toBe('price_asc')
  })

  it('limits the price with customs, or the turnkey price', async () => {
    const listQueries = serveCars([catalogueCar])
    renderRoute(<CarsPage />, { at: '/cars?price_max=5000000' })
    expect(await screen.findByRole('group', { name: /Цена с.таможней/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Под.ключ$/ }))
    expect(await screen.findByRole('group', { name: /Цена под.ключ/ })).toBeTruthy()
    await waitFor(() => expect(listQueries.at(-1)?.get('turnkey_max')).toBe('5000000'))
    expect(listQueries.at(-1)?.get('price_max')).toBeNull()
    expect(location.search).toBe('?turnkey_max=5000000')
    const highest = screen.getByRole('slider', { name: /под.ключ.*до/ })
    expect(highest.getAttribute('aria-valuetext')).toMatch(/^5,0\s+млн$/)
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
    await waitFor(() => expect(listQueries.at(-1)?.get('turnkey_max')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: /С.таможней/ }))
    expect(screen.getByRole('group', { name: /Цена с.таможней/ })).toBeTruthy()
  })

  it('explains an empty result', async () => {
    serveCars([])
    renderRoute(<CarsPage />, { at: '/cars?q=запорожец' })
    expect(await screen.findByRole('heading', { name: /ничего не подошло/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Сбросить фильтры' })).toBeTruthy()
  })

  it('names the price filter and says why it has no bounds when the cars fail to load', async () => {
    network.use(http.get('*/api/cars', () => HttpResponse.json({}, { status: 503 })))
    renderRoute(<CarsPage />, { at: '/cars' })
    expect(await screen.findByText(/Границы узнаем/)).toBeTruthy()
    expect(screen.getByText(/Цена с\sтаможней/)).toBeTruthy()
  })
})

describe('the parts of a price', () => {
  it('add up to the price and leave out payments of zero', () => {
    const parts = listPriceParts(car) ?? []
    expect(parts.map(({ id }) => id)).toEqual([
      'car',
      'customsDuty',
      'recyclingFee',
      'registrationCost',
    ])
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(car.price_rub)
    expect(groupPriceParts(parts)[1]?.value).toBe(4627062)
  })
  it('are unknown for a manual price', () => {
    expect(listPriceParts({ ...car, price_details: null })).toBeNull()
  })
})

describe('the page of a car', () => {
  const openCarPage = () =>
    renderRoute(({ slug = '' }) => <CarPage slug={slug} />, {
      path: '/cars/:slug',
      at: '/cars/bmw-530d',
    })
  const serveCar = () =>
    network.use(http.get('*/api/cars/bmw-530d', () => HttpResponse.json({ success: true, car })))

  it('shows the parts of the price, the nine checks and the tags', async () => {
    serveCar()
    openCarPage()
    expect(await screen.findByRole('heading', { level: 1, name: 'BMW 530d Touring' })).toBeTruthy()
    expect(screen.getAllByText(/8\s305\s084\s₽/).length).toBeGreaterThan(0)
    expect(screen.getByRole('img', { name: /Автомобиль 44,3/ })).toBeTruthy()
    const checks = screen.getByRole('heading', { name: 'Девять проверок' }).closest('section')
    expect(within(checks as HTMLElement).getAllByRole('listitem')).toHaveLength(9)
    expect(screen.getByText('Один владелец')).toBeTruthy()
    expect(document.title).toContain('BMW 530d Touring, 2022')
  })

  it('links to the calculator with the year of manufacture', async () => {
    serveCar()
    openCarPage()
    const link = await screen.findByRole('link', { name: /^Пересчитать.в.калькуляторе/ })
    const { searchParams } = new URL((link as HTMLAnchorElement).href)
    expect(searchParams.get('manufacture_date')).toBe('2022')
  })

  it('sends a request for this car', async () => {
    serveCar()
    const sent: unknown[] = []
    network.use(
      http.post('*/api/requests', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ success: true, id: '1', reference: 'MA-1' }, { status: 201 })
      }),
    )
    openCarPage()
    const form = within(await screen.findByRole('form', { name: 'Заявка на автомобиль' }))
    await userEvent.click(form.getByRole('button', { name: 'Отправить заявку' }))
    expect(form.getByRole('alert').textContent).toContain('телефон')
    await userEvent.type(form.getByLabelText('Имя'), 'Анна')
    await userEvent.type(form.getByLabelText('Телефон'), '9000000000')
    await userEvent.click(form.getByRole('checkbox'))
    await userEvent.click(form.getByRole('button', { name: 'Отправить заявку' }))
    await waitFor(() => expect(form.getByRole('status').textContent).toContain('MA-1'))
    expect(hasUnsentInput()).toBe(false)
    expect(sent).toEqual([
      { kind: 'order', car_id: 'car-1', name: 'Анна', phone: '+79000000000', consent: true },
    ])
  })

  it('refuses a fifth car for the comparison and says why', async () => {
    serveCar()
    setComparedCars(['a', 'b', 'c', 'd'])
    openCarPage()
    const full = await screen.findByRole('button', { name: 'Сравнить' })
    expect((full as HTMLButtonElement).disabled).toBe(true)
    expect(full.title).toMatch(/уже.четыре/)
    setComparedCars(['a', 'b', 'c'])
    await waitFor(() => expect((full as HTMLButtonElement).disabled).toBe(false))
    await userEvent.click(full)
    expect(localStorage.getItem('compared_cars')).toBe('a,b,c,bmw-530d')
    setComparedCars([])
  })

  it('asks a visitor to sign in before it saves a favourite', async () => {
    serveCar()
    const { store } = openCarPage()
    await userEvent.click(await screen.findByRole('button', { name: 'В избранное' }))
    expect(store.getState().signIn).toMatchObject({ isOpen: true, next: '/cars/bmw-530d' })
  })
})

describe('the outlook request of a car', () => {
  it('has the price without customs payments and the year of manufacture', () => {
    expect(buildOutlookRequest(car, new Date('2026-11-20'))).toEqual({
      price: 3678022,
      engineVolumeLiters: 2.993,
      fuelType: 'diesel',
      importCategory: 'personal',
      enginePower: 286,
      enginePowerUnit: 'hp',
      isElectric: false,
      manufacture_date: '2022',
    })
  })

  it('has the power of the papers, which the customs office counts by, if it is known', () => {
    expect(buildOutlookRequest({ ...car, power_kw: 210 })).toMatchObject({
      enginePower: 210,
      enginePowerUnit: 'kW',
    })
  })

  it('counts a car of this year as new', () => {
    expect(buildOutlookRequest({ ...car, year: 2026 }, new Date('2026-11-20'))).toMatchObject({
      age: 0,
    })
  })

  it('is not made for a fuel engine of unknown volume', () => {
    expect(buildOutlookRequest({ ...car, engine_volume_l: null })).toBeNull()
    expect(buildOutlookRequest({ ...car, engine_volume_l: null, fuel: 'electric' })).not.toBeNull()
  })
})
