import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { hydrateRoot } from 'react-dom/client'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ServedRecordPlace } from '../src/api/ServedRecordPlace.tsx'
import { renderRoute } from './renderRoute.tsx'
import { network } from './setup.ts'

const post = { id: 'p1', slug: 'golf', title: 'Golf </script>', content_html: '<p>Текст</p>' }
const car = { id: 'c1', slug: 'bmw', brand: 'BMW', model: '530d', status: 'published', year: 2022 }
let requests: string[] = []

/** The element of a served record, filled as the content service fills it. */
function serve(kind: string, answer: unknown) {
  const data = JSON.stringify(answer).replaceAll('<', '\\u003c')
  const page = document.createElement('main')
  page.innerHTML = `<div id="served-record"><h1>Подано</h1><div class="blog-scroll"></div><script type="application/json" data-kind="${kind}">${data}</script></div>`
  document.body.append(page)
  onTestFinished(() => page.remove())
  return page
}

beforeEach(() => {
  // Each page load has its own modules and store.
  vi.resetModules()
  requests = []
  network.use(
    http.get('*/api/blog/posts/golf', () => {
      requests.push('post')
      return HttpResponse.json({ ...post, title: 'Golf, новее' })
    }),
    http.get('*/api/*', ({ request }) => {
      requests.push(new URL(request.url).pathname)
      return HttpResponse.json({})
    }),
  )
})

it('hydration keeps the served record as it is', async () => {
  const page = serve('article', post)
  const served = screen.getByRole('heading', { name: 'Подано' })
  const root = await act(async () => hydrateRoot(page, <ServedRecordPlace />))
  expect(screen.getByRole('heading', { name: 'Подано' })).toBe(served)
  act(() => root.render(<p>Страница</p>))
  expect(served.isConnected).toBe(false)
  act(() => root.unmount())
})

it('the first render of an article has its text without a request', async () => {
  serve('article', post)
  const { default: ArticleDialog } = await import('../src/features/blog/ArticleDialog.tsx')
  const { getPageStore } = await import('../src/app/store.ts')
  renderRoute(<ArticleDialog slug="golf" />, { store: getPageStore() })
  expect(screen.getByRole('dialog', { name: post.title })).toBeTruthy()
  expect(screen.getByText('Текст')).toBeTruthy()
  expect(requests).not.toContain('post')
})

it('the first render of a car has its name without a request, and no skeleton', async () => {
  serve('car', { success: true, car })
  const { CarPage } = await import('../src/features/cars/CarPage.tsx')
  const { getPageStore } = await import('../src/app/store.ts')
  renderRoute(({ slug = '' }) => <CarPage slug={slug} />, {
    path: '/cars/:slug',
    at: '/cars/bmw',
    store: getPageStore(),
  })
  expect(screen.getByRole('heading', { level: 1, name: 'BMW 530d' })).toBeTruthy()
  expect(document.querySelector('.ui-sk')).toBeNull()
  expect(requests).not.toContain('/api/cars/bmw')
})

it('another record than the served one is requested', async () => {
  serve('car', { success: true, car })
  const { default: ArticleDialog } = await import('../src/features/blog/ArticleDialog.tsx')
  const { getPageStore } = await import('../src/app/store.ts')
  renderRoute(<ArticleDialog slug="golf" />, { store: getPageStore() })
  expect(await screen.findByRole('dialog', { name: 'Golf, новее' })).toBeTruthy()
})

it('a page that the browser kept requests its record again', async () => {
  serve('article', post)
  const entries = vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ type: 'back_forward' } as unknown as PerformanceEntry])
  onTestFinished(() => entries.mockRestore())
  const { default: ArticleDialog } = await import('../src/features/blog/ArticleDialog.tsx')
  const { getPageStore } = await import('../src/app/store.ts')
  renderRoute(<ArticleDialog slug="golf" />, { store: getPageStore() })
  expect(await screen.findByRole('dialog', { name: 'Golf, новее' })).toBeTruthy()
})

it('the dialog of an article starts at the scroll position of the served article', async () => {
  serve('article', post)
  const [scrolled] = document.getElementsByClassName('blog-scroll')
  if (scrolled) scrolled.scrollTop = 240
  const { default: ArticleDialog } = await import('../src/features/blog/ArticleDialog.tsx')
  const { getPageStore } = await import('../src/app/store.ts')
  renderRoute(<ArticleDialog slug="golf" />, { store: getPageStore() })
  expect(screen.getByRole('dialog').querySelector('.blog-scroll')?.scrollTop).toBe(240)
})
