// A response without an optional field must not blank a page.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CarPage } from './CarPage.tsx'
import { CarsPage } from './CarsPage.tsx'

const bare = { id: 'c1', slug: 'golf', brand: 'Volkswagen', model: 'Golf', year: 2022 }

it('a car without pictures, price, tags and related cars has a page', async () => {
  network.use(http.get('*/api/cars/:slug', () => HttpResponse.json({ car: bare })))
  const { container } = renderRoute(({ slug = '' }) => <CarPage slug={slug} />, {
    path: '/cars/:slug',
    at: '/cars/golf',
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Volkswagen Golf' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|undefined/)
})

it('the catalogue shows a car that has only required fields, in a response without facets', async () => {
  network.use(http.get('*/api/cars', () => HttpResponse.json({ cars: [bare] })))
  const { container } = renderRoute(<CarsPage />, { path: '/cars', at: '/cars' })
  expect(await screen.findByRole('heading', { level: 3, name: 'Volkswagen Golf' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|undefined/)
})
