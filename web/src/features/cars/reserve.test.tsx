import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { anna } from '../../../tests/inbox.ts'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { customerSignedIn } from '../../api/sessionActions.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { selectSignIn } from '../../shared/signInSlice.ts'
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

async function reserveAndConfirm() {
  await userEvent.click(screen.getByRole('button', { name: 'Забронировать' }))
  await confirm()
}

async function confirm() {
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Забронировать' }))
}

it('a link to the invoice replaces the button after a reservation', async () => {
  network.use(
    http.post('*/api/me/reservations', () =>
      HttpResponse.json({ success: true, reservation: { id: 'r1' } }, { status: 201 }),
    ),
  )
  renderRoute(<ReserveButton car={car} />, { store: makeSignedInStore() })
  await reserveAndConfirm()
  const link = await screen.findByRole('link', { name: /Счёт/ })
  expect(link.getAttribute('href')).toBe('/dashboard#reservations')
})

it('the error says that another buyer was faster', async () => {
  const message = 'Этот автомобиль только что забронировал другой покупатель'
  network.use(
    http.post('*/api/me/reservations', () =>
      HttpResponse.json(
        { success: false, code: 'car_reserved', message, status: 409 },
        { status: 409 },
      ),
    ),
  )
  renderRoute(<ReserveButton car={car} />, { store: makeSignedInStore() })
  await reserveAndConfirm()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

it('the confirmation opens after a visitor has signed in', async () => {
  let reserved = 0
  network.use(
    http.post('*/api/me/reservations', () => {
      reserved += 1
      return HttpResponse.json({ success: true, reservation: { id: 'r1' } }, { status: 201 })
    }),
  )
  const { store } = renderRoute(<ReserveButton car={car} />)
  await userEvent.click(screen.getByRole('button', { name: 'Забронировать' }))
  expect(selectSignIn(store.getState())).toMatchObject({ isOpen: true, next: '/cars/bmw-530d' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => {
    store.dispatch(customerSignedIn({ user: anna }))
  })
  // Nothing is reserved before the buyer confirms the terms.
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/BMW.530d/)
  expect(reserved).toBe(0)
  await confirm()
  expect(await screen.findByRole('link', { name: /Счёт/ })).toBeTruthy()
  expect(reserved).toBe(1)
})

function CarThatCanBeTaken() {
  const [reserved_until, setReservedUntil] = useState<string | null>(null)
  useEffect(() => {
    const take = () => setReservedUntil('2026-11-23T09:00:00Z')
    addEventListener('car-taken', take)
    return () => removeEventListener('car-taken', take)
  }, [])
  return <ReserveButton car={{ ...car, reserved_until }} />
}

it('an open confirmation says that the car was reserved meanwhile', async () => {
  network.use(
    http.get('*/api/me/reservations', () =>
      HttpResponse.json({ success: true, total: 0, reservations: [] }),
    ),
  )
  renderRoute(<CarThatCanBeTaken />, { store: makeSignedInStore() })
  await userEvent.click(screen.getByRole('button', { name: 'Забронировать' }))
  await screen.findByRole('alertdialog')
  act(() => dispatchEvent(new Event('car-taken')))
  const question = screen.getByRole('alertdialog')
  expect((await screen.findByRole('alert')).textContent).toMatch(/другой.покупатель/)
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Забронировать' })
  expect(confirm.disabled).toBe(true)
})

it('a reservation is not offered for a car that is reserved, sold or without a price', () => {
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

it.each([
  ['paid', 'Бронь в кабинете'],
  ['awaiting_payment', 'Счёт и QR-код в кабинете'],
])("the page of a car links to the buyer's own %s reservation", async (status, linkName) => {
  network.use(
    http.get('*/api/me/reservations', () =>
      HttpResponse.json({
        success: true,
        total: 1,
        reservations: [{ id: 'r1', car_id: 'car-1', status }],
      }),
    ),
  )
  const reserved = { ...car, reserved_until: '2026-11-30T10:00:00Z' } as CarRead
  renderRoute(<ReserveButton car={reserved} />, { store: makeSignedInStore() })
  const reservationLink = await screen.findByRole('link', {
    name: (name) => normalizeSpaces(name) === linkName,
  })
  expect(reservationLink.getAttribute('href')).toBe('/dashboard#reservations')
})
