// The bookings in the panel.

import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { bookingsSection } from './bookingsSection.tsx'

const booking = {
  id: 'b1',
  kind: 'viewing',
  title: 'Осмотр автомобиля',
  user_id: 'u1',
  user_name: 'Анна',
  user_phone: '+74950000021',
  order_id: 'o1',
  starts_at: '2027-03-01T09:00:00Z',
  duration_minutes: 60,
  status: 'confirmed',
  version: 1,
}

function openBooking(change: object = {}, at = '/?item=b1') {
  const item = { ...booking, ...change }
  network.use(
    http.get('*/api/content/admin/bookings', () => HttpResponse.json({ items: [item], total: 1 })),
    http.get('*/api/content/admin/bookings/b1', () => HttpResponse.json({ item })),
  )
  renderRoute(<AdminList section={bookingsSection} />, { at })
}

it('an open booking shows its buyer, their telephone and the order', async () => {
  openBooking()
  const phone = await screen.findByRole('link', { name: /495\D*000\D*00\D*21/ })
  expect(phone.getAttribute('href')).toBe('tel:+74950000021')
  expect(screen.getByRole('link', { name: 'Анна' })).toBeTruthy()
  const order = screen.getByRole('link', { name: 'Открыть заказ' })
  expect(order.getAttribute('href')).toBe('/admin/orders?item=o1')
})

it('a booking whose buyer is not known has a dash in the list, not a blank', async () => {
  openBooking({ user_name: null }, '/')
  expect(await screen.findByRole('cell', { name: '—' })).toBeTruthy()
})

it('the comment of a booking is said to be seen by the buyer', async () => {
  openBooking({ note: 'По телефону' })
  const note = (await screen.findByLabelText('Комментарий')) as HTMLTextAreaElement
  expect(note.value).toBe('По телефону')
  expect(screen.getByText(/Покупатель видит его в/)).toBeTruthy()
  expect(screen.queryByLabelText('Заметка для своих')).toBeNull()
})

it('the kind of a booking is one of the kinds, and a stored other one is kept', async () => {
  openBooking({ kind: 'встреча' })
  const kind = (await screen.findByLabelText('Вид')) as HTMLSelectElement
  expect(kind.tagName).toBe('SELECT')
  expect(kind.value).toBe('встреча')
  expect(within(kind).getByRole('option', { name: 'Осмотр автомобиля' })).toBeTruthy()
})
