import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { BlogPage } from './BlogPage.tsx'

const post = { id: 'p1', slug: 'golf', title: 'Golf с завода' }

it('an article that was opened by its URL is loaded before the list and the comments', async () => {
  // The browser is busy with the article, however long it takes.
  vi.stubGlobal('requestIdleCallback', () => 0)
  const requests: string[] = []
  network.use(
    http.get('*/api/blog/posts', () => {
      requests.push('list')
      return HttpResponse.json({ posts: [post] })
    }),
    http.get('*/api/blog/posts/:slug', () => {
      requests.push('post')
      return HttpResponse.json(post)
    }),
    http.get('*/api/blog/categories', () => HttpResponse.json({})),
    http.get('*/api/blog/tags', () => HttpResponse.json({})),
  )
  renderRoute(({ slug }) => <BlogPage slug={slug} />, { path: '/blog/:slug?', at: '/blog/golf' })
  expect(await screen.findByRole('heading', { name: 'Комментарии' })).toBeTruthy()
  expect(requests).toEqual(['post'])
})

it('the list and the comments are loaded without a click when the browser is idle', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  network.use(
    http.get('*/api/blog/posts', () => HttpResponse.json({ posts: [post] })),
    http.get('*/api/blog/posts/:slug', () => HttpResponse.json(post)),
    http.get('*/api/blog/categories', () => HttpResponse.json({})),
    http.get('*/api/blog/tags', () => HttpResponse.json({})),
    http.get('*/api/comments/:id', () => HttpResponse.json({})),
  )
  renderRoute(({ slug }) => <BlogPage slug={slug} />, { path: '/blog/:slug?', at: '/blog/golf' })
  expect(await screen.findByText(/Будьте первым/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: post.title, hidden: true })).toBeTruthy()
})
