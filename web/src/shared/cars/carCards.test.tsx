import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import type { CarOffer } from '../../api/wire/content.ts'
import { CarCards } from './CarCards.tsx'

const bmw = {
  id: 'car-1',
  slug: 'bmw',
  brand: 'BMW',
  model: '318d',
  body_type: 'sedan',
  city: 'Мюнхен',
  price_rub: 3_100_000,
  reserved_until: '2046-11-22T12:00:00Z',
} as CarOffer
const audi = { ...bmw, id: 'car-2', slug: 'audi', brand: 'Audi', model: 'A4' } as CarOffer

function countReservationRequests() {
  const respond = vi.fn(() =>
    HttpResponse.json({
      success: true,
      total: 1,
      reservations: [{ id: 'r1', car_id: 'car-1', status: 'paid' }],
    }),
  )
  network.use(http.get('*/api/me/reservations', respond))
  return respond
}

it('the card of a reserved car says whether its user has reserved it', async () => {
  countReservationRequests()
  renderRoute(<CarCards cars={[bmw, audi]} />, { store: makeSignedInStore() })
  expect(await screen.findByText(/^Забронирован вами, Мюнхен$/)).toBeTruthy()
  expect(screen.getByText(/^Забронирован, Мюнхен$/)).toBeTruthy()
})

it('cards request no reservations for a visitor, nor while none of the cars is reserved', () => {
  const requests = countReservationRequests()
  renderRoute(<CarCards cars={[bmw]} />)
  expect(screen.getByText(/^Забронирован, Мюнхен$/)).toBeTruthy()
  const free = { ...bmw, reserved_until: null, inspected_on: '2026-11-12' }
  renderRoute(<CarCards cars={[free]} />, { store: makeSignedInStore() })
  expect(screen.getByText(/^Проверен, Мюнхен$/)).toBeTruthy()
  expect(requests).not.toHaveBeenCalled()
})

it('the card of a car without an inspection record does not call it checked', () => {
  renderRoute(<CarCards cars={[{ ...bmw, reserved_until: null, inspected_on: null }]} />)
  expect(screen.getByText(/^Мюнхен$/)).toBeTruthy()
})

it('the day of the calculation stands beside the price, unless the price was set by hand', () => {
  const automatic = { ...bmw, rate_date: '2026-11-20' }
  const manual = { ...audi, rate_date: null }
  renderRoute(<CarCards cars={[automatic, manual]} />)
  expect(screen.getByText(/^с\sтаможней на\s20\sнояб\.$/)).toBeTruthy()
  expect(screen.getByText(/^с\sтаможней$/)).toBeTruthy()
})
