// A response without an optional field must not blank a page.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import LatestPosts from './LatestPosts.tsx'
import MiniCalculator from './MiniCalculator.tsx'
import TopModels from './TopModels.tsx'

it('an article that has only its title is shown', async () => {
  const post = { id: 'p1', slug: 'golf', title: 'Golf без подробностей' }
  network.use(http.get('*/api/blog/posts', () => HttpResponse.json({ posts: [post] })))
  renderRoute(<LatestPosts />)
  expect(await screen.findByRole('heading', { name: post.title })).toBeTruthy()
})

it('a car that has only required fields is shown', async () => {
  const car = { id: 'c1', slug: 'golf', brand: 'Volkswagen', model: 'Golf', year: 2022 }
  network.use(http.get('*/api/cars/featured', () => HttpResponse.json({ cars: [car] })))
  renderRoute(<TopModels />)
  expect(await screen.findByRole('heading', { level: 3, name: 'Volkswagen Golf' })).toBeTruthy()
})

it('an estimate without its parts is shown', async () => {
  const estimate = { total: 3_525_818, totalCustoms: 525_818 }
  network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(estimate)))
  renderRoute(<MiniCalculator />)
  expect((await screen.findAllByText(/3.525.818/)).length).toBeGreaterThan(0)
})
