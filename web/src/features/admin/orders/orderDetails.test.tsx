// The details of an open order in the panel.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { ordersSection } from './ordersSection.tsx'

it('a cancelled order shows who leads it, the reason and a link to its conversation', async () => {
  const order = {
    id: 'o1',
    number: 'МА-1',
    title: 'Audi A4',
    status: 'cancelled',
    user_email: 'vetrova@example.com',
    version: 1,
    history: [{ id: 'h1', kind: 'cancelled', text: 'Заказ отменён: Покупатель передумал' }],
  }
  const conversation = { messages: [], last_number: 0, assignee_name: 'Ирина Ланская' }
  network.use(
    http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: [order], total: 1 })),
    http.get('*/api/content/admin/orders/o1', () => HttpResponse.json({ item: order })),
    http.get('*/api/content/admin/orders/o1/messages', () => HttpResponse.json(conversation)),
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
  )
  renderRoute(<AdminList section={ordersSection} />, { at: '/?item=o1' })
  expect(await screen.findByText('Заказ отменён: Покупатель передумал')).toBeTruthy()
  expect(await screen.findByText('Ирина Ланская')).toBeTruthy()
  const email = screen.getByRole('link', { name: 'vetrova@example.com' })
  expect(email.getAttribute('href')).toBe('mailto:vetrova@example.com')
  const link = screen.getByRole('link', { name: 'Открыть переписку' })
  expect(link.getAttribute('href')).toBe('/admin/conversations?item=o1')
})
