// A response without an optional field must not blank a page.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { showEverything } from '../../../tests/everythingInView.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import ArticleDialog from './ArticleDialog.tsx'
import { BlogPage } from './BlogPage.tsx'

const bare = { id: 'p1', slug: 'golf', title: 'Golf без подробностей' }

it('an article without related articles, tags, author and text opens', async () => {
  showEverything()
  network.use(
    http.get('*/api/blog/posts/:slug', () => HttpResponse.json(bare)),
    http.get('*/api/comments/:id', () => HttpResponse.json({})),
  )
  renderRoute(<ArticleDialog slug="golf" />)
  expect(await screen.findByText(bare.title, { selector: '.blog-title' })).toBeTruthy()
  expect(await screen.findByText(/Будьте первым/)).toBeTruthy()
})

it('lists show an article that has only its title', async () => {
  network.use(
    http.get('*/api/blog/posts', () => HttpResponse.json({ posts: [bare] })),
    http.get('*/api/blog/categories', () => HttpResponse.json({})),
    http.get('*/api/blog/tags', () => HttpResponse.json({})),
  )
  renderRoute(({ slug }) => <BlogPage slug={slug} />, { path: '/blog', at: '/blog' })
  expect((await screen.findAllByRole('link', { name: bare.title })).length).toBeGreaterThan(0)
})
