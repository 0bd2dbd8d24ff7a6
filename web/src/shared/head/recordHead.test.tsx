import { act, cleanup, render, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Provider } from 'react-redux'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { makeStore } from '../../app/store.ts'
import { readPrerenderedHead, useRemovePrerenderedHead } from './prerenderedHead.ts'
import { RecordHead } from './RecordHead.tsx'

const path = '/blog/customs'
const head = `<title>Растаможка — Салон</title><meta name="description" content="Коротко" data-page>
  <link rel="canonical" href="http://site.test${path}" data-page>
  <script type="application/ld+json" data-page>{}</script>`

beforeEach(() => {
  history.replaceState(null, '', path)
  document.head.innerHTML = head
  readPrerenderedHead()
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  document.head.innerHTML = ''
  readPrerenderedHead()
})

function Frame() {
  useRemovePrerenderedHead()
  return <Outlet />
}

it('the prerendered head stays while its page starts and is shown, and is removed on another page', async () => {
  network.use(http.get('*/api/settings', () => HttpResponse.json({ success: true })))
  const seen = new Set<string>()
  const record = () =>
    seen.add(
      [
        document.title,
        document.querySelector('meta[name="robots"]')?.getAttribute('content'),
      ].join(),
    )
  const observer = new MutationObserver(record)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          {
            path,
            element: <RecordHead name="Растаможка" description="Коротко" path={path} />,
          },
          { path: '/blog', element: <title>Блог</title> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <Provider store={makeStore()}>
      <RouterProvider router={router} />
    </Provider>,
  )
  await act(async () => {})
  record()
  expect([...seen]).toEqual(['Растаможка — Салон,'])
  expect(document.querySelectorAll('title, link[rel="canonical"]')).toHaveLength(2)

  await act(() => router.navigate('/blog'))
  await waitFor(() => expect(document.title).toBe('Блог'))
  expect(document.head.querySelectorAll('[data-page], title')).toHaveLength(1)
  await act(() => router.navigate(path))
  expect(document.title).toBe('Растаможка — Меридиан Авто')
  observer.disconnect()
})
