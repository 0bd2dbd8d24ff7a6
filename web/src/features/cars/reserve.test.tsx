import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { anna } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { customerSignedIn } from '../../api/sessionActions.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { makeStore } from '../../app/store.ts'
import { ReserveButton } from './ReserveButton.tsx'

const car = {
  id: 'car-1',
  slug: 'bmw-530d',
  brand: 'BMW',
  model: '530d',
  status: 'published',
  price_rub: 8305084,
  reserved_until: null,
} as CarRead

function signedIn() {
  const store = makeStore()
  store.dispatch(customerSignedIn({ user: anna }))
  return store
}

it('holds the car and leads to the invoice', async () => {
  network.use(
    http.post('*/api/me/reservations', () =>
      HttpResponse.json({ success: true, reservation: { id: 'r1' } }, { status: 201 }),
    ),
  )
  renderRoute(<ReserveButton car={car} />, { store: signedIn() })
  await userEvent.click(screen.getByRole('button', { name: 'Забронировать' }))
  const link = await screen.findByRole('link', { name: /Счёт/ })
  expect(link.getAttribute('href')).toBe('/dashboard#reservations')
})

it('says at once that another buyer was faster', async () => {
  const message = 'Этот автомобиль только что забронировал другой покупатель'
  network.use(
    http.post('*/api/me/reservations', () =>
      HttpResponse.json(
        { success: false, code: 'car_reserved', message, status: 409 },
        { status: 409 },
      ),
    ),
  )
  renderRoute(<ReserveButton car={car} />, { store: signedIn() })
  await userEvent.click(screen.getByRole('button', { name: 'Забронировать' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

it('is not offered for a car that is reserved, sold or without a price', () => {
  for (const changed of [
    { reserved_until: '2026-11-23T09:00:00Z' },
    { status: 'sold' as const },
    { price_rub: null },
  ]) {
    const { unmount } = renderRoute(<ReserveButton car={{ ...car, ...changed }} />)
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
  }
})
