// A response without an optional field must not blank a section.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { AdminList } from './list/AdminList.tsx'
import { ordersSection } from './orders/ordersSection.tsx'
import { articlesSection } from './publishing/articlesSection.tsx'
import { CalculatorSettings } from './settings/CalculatorSettings.tsx'
import { incidentsSection } from './status/incidentsSection.tsx'

it('an incident without dates and updates can be opened', async () => {
  const incident = { id: 'i1', title: 'Сбой почты', severity: 'minor', status: 'resolved' }
  network.use(
    http.get('*/api/status/admin/incidents', () =>
      HttpResponse.json({ items: [incident], total: 1 }),
    ),
    http.get('*/api/status/admin/incidents/i1', () => HttpResponse.json({ item: incident })),
  )
  renderRoute(<AdminList section={incidentsSection} />, { at: '/?item=i1' })
  expect(await screen.findByRole('heading', { name: 'Сбой почты' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Сбой почты' })).toBeTruthy()
})

it('an article without categories is listed', async () => {
  const article = { id: 'a1', title: 'Путь', slug: 'put', status: 'draft' }
  network.use(
    http.get('*/api/content/admin/posts', () => HttpResponse.json({ items: [article], total: 1 })),
  )
  renderRoute(<AdminList section={articlesSection} />)
  expect(await screen.findByRole('button', { name: 'Путь' })).toBeTruthy()
})

it('an order without money, steps and documents can be opened', async () => {
  const order = { id: 'o1', number: 'МА-1', title: 'Audi A4', status: 'active', version: 1 }
  network.use(
    http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: [order], total: 1 })),
    http.get('*/api/content/admin/orders/o1', () => HttpResponse.json({ item: order })),
    http.get('*/api/content/admin/orders/o1/messages', () => HttpResponse.json({ messages: [] })),
    http.get('*/api/content/admin/payments', () => HttpResponse.json({ items: [], total: 0 })),
  )
  renderRoute(<AdminList section={ordersSection} />, { at: '/?item=o1' })
  expect(await screen.findByRole('heading', { name: 'МА-1: Audi A4' })).toBeTruthy()
})

it('the settings of the calculator are shown without rates and samples', async () => {
  const settings = { defaultEdition: 'e', euroRateSource: 'central_bank' }
  network.use(
    http.get('*/api/calculator/editions', () => HttpResponse.json({})),
    http.get('*/api/calculator/admin/settings', () => HttpResponse.json({ settings })),
    http.get('*/api/calculator/rates', () => HttpResponse.json({ fixed: 93 })),
    http.post('*/api/calculator/admin/preview', () => HttpResponse.json({})),
  )
  renderRoute(<CalculatorSettings />)
  expect(await screen.findByRole('button', { name: 'Сохранить' })).toBeTruthy()
})
