import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ComponentType } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGate } from '../../tests/gate.ts'
import { anna } from '../../tests/inbox.ts'
import { network } from '../../tests/setup.ts'
import { api } from '../api/api.ts'
import { customerSignedIn } from '../api/sessionActions.ts'
import { recordTimeout } from '../shared/limits.ts'
import { getPageStore } from './store.ts'

type LoadModule = () => Promise<unknown>
type Case = [path: string, load: LoadModule, missing: RegExp, loadLayout?: LoadModule]

const records: Case[] = [
  ['/cars/:slug', () => import('./routes/car.tsx'), /Такого.автомобиля.нет/],
  ['/calc/:id', () => import('./routes/calculation.tsx'), /Такого.расчёта.нет/],
  ['/shared/orders/:token', () => import('./routes/sharedOrder.tsx'), /Ссылка.больше.не.действует/],
  ['/dashboard/orders/:id', () => import('./routes/personal/order.tsx'), /Такого.заказа.нет/],
]
const addresses: Case[] = [
  [
    '/dashboard/*',
    () => import('./routes/dashboard/other.tsx'),
    /Такого.раздела.нет/,
    () => import('./routes/dashboard/layout.tsx'),
  ],
  ['/admin/*', () => import('./routes/admin/other.tsx'), /Такого.раздела.нет/],
]

const LoadingPage = () => <p>Загрузка</p>

/** Opens a route with its own loader and error boundary, as the router of the site does. */
async function open(path: string, load: LoadModule, loadLayout?: LoadModule) {
  const route = (await load()) as {
    clientLoader: RouteObject['loader']
    default?: (props: { params: Record<string, string | undefined> }) => React.ReactNode
    ErrorBoundary?: RouteObject['ErrorBoundary']
  }
  const { default: Page } = route
  const layout = (await loadLayout?.()) as { default: ComponentType } | undefined
  const params = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nowhere']),
  )
  const router = createMemoryRouter(
    [
      {
        Component: layout?.default,
        HydrateFallback: LoadingPage,
        children: [
          {
            path,
            loader: route.clientLoader,
            element: Page ? <Page params={params} /> : null,
            ErrorBoundary: route.ErrorBoundary,
          },
        ],
      },
    ],
    { initialEntries: [path.replace(/:\w+|\*/g, 'nowhere')] },
  )
  render(
    <Provider store={getPageStore()}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

beforeEach(() => {
  localStorage.setItem('isAuthenticated', 'true')
  getPageStore().dispatch(api.util.resetApiState())
  getPageStore().dispatch(customerSignedIn({ user: anna }))
})
afterEach(() => {
  getPageStore().dispatch(api.util.resetApiState())
})

const answerAll = (status: number) =>
  network.use(
    http.all('*', () => HttpResponse.json({ message: 'Отказ', code: 'refused' }, { status })),
  )

const withStatus =
  (status: number) =>
  (testCase: Case): [number, ...Case] => [status, ...testCase]

it.each([
  ...records.map(withStatus(404)),
  ...records.map(withStatus(422)),
  ...addresses.map(withStatus(404)),
])(
  'the answer %i shows the page for a missing record at %s',
  async (status, path, load, missing, loadLayout) => {
    answerAll(status)
    const router = await open(path, load, loadLayout)
    expect(await screen.findByRole('heading', { name: missing })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(Object.values(router.state.errors ?? {})).toMatchObject([{ status: 404 }])
  },
)

it.each(records)('the page %s offers a retry after the answer 503', async (path, load) => {
  answerAll(503)
  await open(path, load)
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  })
})

it.each(records)(
  'a slow answer 404 shows the same page for a missing record at %s',
  async (path, load, missing) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: refusal, resolve: refuse } = createGate()
    network.use(
      http.all('*', async () => {
        await refusal
        return HttpResponse.json({ message: 'Отказ', code: 'refused' }, { status: 404 })
      }),
    )
    const router = await open(path, load)
    await vi.advanceTimersByTimeAsync(recordTimeout)
    vi.useRealTimers()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    refuse()
    // A page that is mounted after the refusal requests the record again, and shows its loading state meanwhile.
    await waitFor(() => {
      expect(screen.getByRole('heading', { name: missing })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    })
  },
)

it('a slow answer does not hold up the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  network.use(http.all('*', () => new Promise<never>(() => {})))
  const [path, load] = records[0] as Case
  const router = await open(path, load)
  expect(router.state.initialized).toBe(false)
  await vi.advanceTimersByTimeAsync(recordTimeout)
  vi.useRealTimers()
  await waitFor(() => expect(router.state.initialized).toBe(true))
  expect(router.state.errors).toBeNull()
})
