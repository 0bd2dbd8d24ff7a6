// A response without an optional field must not blank a page.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '../../../tests/orders.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { OverviewPage } from './OverviewPage.tsx'
import { OrderPage } from './orders/OrderPage.tsx'
import { SharedOrderPage } from './orders/SharedOrderPage.tsx'

const { id, number, title, status, price_rub, created_at } = makeOrder()
const bareOrder = { id, number, title, status, price_rub, created_at }
const bareStep = { key: 'search', title: 'Поиск', status: 'current' }

describe.each([
  ['without steps', bareOrder],
  ['with steps without dates and documents', { ...bareOrder, steps: [bareStep] }],
])('an order %s', (_, order) => {
  it.each(['', '?view=documents', '?view=payments', '?view=reports', '?view=history'])(
    'opens at %s',
    async (view) => {
      network.use(
        http.get('*/api/me/orders/:id/messages', () => HttpResponse.json({})),
        http.get('*/api/me/orders/:id', () => HttpResponse.json({ order })),
        http.get('*/api/me/payments', () => HttpResponse.json({ payments: [], total: 0 })),
        http.get('*/api/calculator/editions', () => HttpResponse.json({})),
      )
      const at = `/dashboard/orders/${order.id}${view}`
      renderRoute(({ id = '' }) => <OrderPage id={id} />, {
        path: '/dashboard/orders/:id',
        at,
        store: makeSignedInStore(),
      })
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
      expect(screen.getByRole('navigation', { name: 'Разделы заказа' })).toBeTruthy()
    },
  )

  it('is listed in the overview', async () => {
    network.use(
      http.get('*/api/me/orders', () => HttpResponse.json({ orders: [order], total: 1 })),
      http.get('*/api/me/reservations', () => HttpResponse.json({ reservations: [], total: 0 })),
      http.get('*/api/me/bookings', () => HttpResponse.json({ bookings: [], total: 0 })),
      http.get('*/api/me/favorites', () => HttpResponse.json({ favorites: [], total: 0 })),
      http.get('*/api/me/searches', () => HttpResponse.json({ searches: [], total: 0 })),
      http.get('*/api/me/price-limits', () => HttpResponse.json({ limits: [], total: 0 })),
      http.get('*/api/calculator/calculations', () =>
        HttpResponse.json({ calculations: [{ id: 'c1', total: 1, pdfUrl: '/c1.pdf' }], total: 1 }),
      ),
    )
    renderRoute(<OverviewPage />, { store: makeSignedInStore() })
    expect(await screen.findByRole('link', { name: title })).toBeTruthy()
    expect(await screen.findByRole('link', { name: /PDF/ })).toBeTruthy()
  })

  it('opens at a public link', async () => {
    network.use(http.get('*/api/shared/orders/:token', () => HttpResponse.json({ order })))
    renderRoute(({ token = '' }) => <SharedOrderPage token={token} />, {
      path: '/shared/orders/:token',
      at: '/shared/orders/t',
    })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  })
})
