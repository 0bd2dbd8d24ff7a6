import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { BlogPage } from './BlogPage.tsx'

const post = { id: 'p1', slug: 'golf', title: 'Golf с завода' }

it('an article that was opened by its address needs neither the list under it nor the comments below', async () => {
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
  window.dispatchEvent(new Event('wheel'))
  expect(await screen.findByRole('link', { name: post.title, hidden: true })).toBeTruthy()
})
