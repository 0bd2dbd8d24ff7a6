import { HttpResponse, http } from 'msw'
import type { ComponentType } from 'react'
import type { LoaderFunction } from 'react-router'
import { expect, it } from 'vitest'
import { anna } from '../../tests/inbox.ts'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { network } from '../../tests/setup.ts'
import { api } from '../api/api.ts'
import { customerSignedIn } from '../api/sessionActions.ts'
import { getPageStore, type RootState } from './store.ts'

type Params = Record<string, string>
type RouteModule = {
  clientLoader?: (args: { request: Request; params: Params }) => ReturnType<LoaderFunction>
  default: ComponentType<{ params: Params }>
}
type Case = [url: string, load: () => Promise<unknown>, params?: Params]

const pages: Case[] = [
  ['/admin', () => import('./routes/admin/overview.tsx')],
  ['/admin/articles?view=subscribers&page=2', () => import('./routes/admin/articles.tsx')],
  ['/admin/audit?view=accounts', () => import('./routes/admin/audit.tsx')],
  ['/admin/cars?search=bmw&sort=price&item=c1', () => import('./routes/admin/cars.tsx')],
  ['/admin/comments?status=rejected&search=a', () => import('./routes/admin/comments.tsx')],
  ['/admin/contacts?overdue=true', () => import('./routes/admin/contacts.tsx')],
  [
    '/admin/contacts?assignee_id=01900000-0000-7000-8000-000000000001',
    () => import('./routes/admin/contacts.tsx'),
  ],
  ['/admin/conversations?item=o1', () => import('./routes/admin/conversations.tsx')],
  ['/admin/notifications?page=3', () => import('./routes/admin/notifications.tsx')],
  ['/admin/orders?status=active&status=oops&item=o1', () => import('./routes/admin/orders.tsx')],
  ['/admin/orders?view=payments&page=2', () => import('./routes/admin/orders.tsx')],
  ['/admin/requests?page=-1', () => import('./routes/admin/requests.tsx')],
  ['/admin/settings', () => import('./routes/admin/settings.tsx')],
  ['/admin/settings?view=calculator', () => import('./routes/admin/settings.tsx')],
  ['/admin/status?view=logs', () => import('./routes/admin/status.tsx')],
  ['/admin/team?item=new', () => import('./routes/admin/team.tsx')],
  ['/admin/users?search=anna', () => import('./routes/admin/users.tsx')],
  ['/cars/bmw-3', () => import('./routes/car.tsx'), { slug: 'bmw-3' }],
  ['/calc/k1', () => import('./routes/calculation.tsx'), { id: 'k1' }],
  ['/compare?cars=a,b', () => import('./routes/compare.tsx')],
  ['/compare?calculations=a,b&cars=c', () => import('./routes/compare.tsx')],
  ['/dashboard', () => import('./routes/dashboard/overview.tsx')],
  ['/dashboard/bookings', () => import('./routes/dashboard/bookings.tsx')],
  ['/dashboard/orders/o1', () => import('./routes/personal/order.tsx'), { id: 'o1' }],
  ['/dashboard/payments', () => import('./routes/dashboard/payments.tsx')],
  ['/dashboard/security', () => import('./routes/dashboard/security.tsx')],
  [
    '/notifications?search=a&status=unread&page=2',
    () => import('./routes/personal/notifications.tsx'),
  ],
  ['/shared/orders/s1', () => import('./routes/sharedOrder.tsx'), { token: 's1' }],
]

const listStartedQueries = () => Object.keys((getPageStore().getState() as RootState).api.queries)

/** Queries that a rendered component uses. */
function listUsedQueries(): string[] {
  const { getSubscriptions } = getPageStore().dispatch(
    api.internalActions.internal_getRTKQSubscriptions(),
  ) as unknown as { getSubscriptions: () => Map<string, Map<string, unknown>> }
  return [...getSubscriptions()].flatMap(([key, users]) => (users.size > 0 ? [key] : []))
}

it.each(pages)('%s starts only requests that the page makes itself', async (...page) => {
  const [at, load, params = {}] = page
  network.use(http.all('*', () => HttpResponse.json({ code: 'unavailable' }, { status: 503 })))
  localStorage.setItem('isAuthenticated', 'true')
  const store = getPageStore()
  store.dispatch(api.util.resetApiState())
  store.dispatch(customerSignedIn({ user: { ...anna, role: 'admin', is_admin: true } }))
  const { clientLoader, default: Page } = (await load()) as RouteModule
  clientLoader?.({ request: new Request(`http://site.test${at}`), params })
  const started = listStartedQueries()
  expect(started.length).toBeGreaterThan(0)
  const { unmount } = renderRoute(<Page params={params} />, { at, store })
  expect(listUsedQueries()).toEqual(expect.arrayContaining(started))
  unmount()
})

it('the list of another tab is not requested for the board', async () => {
  const store = getPageStore()
  store.dispatch(api.util.resetApiState())
  store.dispatch(customerSignedIn({ user: { ...anna, role: 'admin', is_admin: true } }))
  const { clientLoader } = (await import('./routes/admin/orders.tsx')) as unknown as RouteModule
  const at = 'http://site.test/admin/orders?view=board&late=true'
  clientLoader?.({ request: new Request(at), params: {} })
  expect(listStartedQueries()).toEqual([])
})

it.each(pages.filter(([at]) => at.startsWith('/admin')))(
  'a customer whom the browser remembers sends no requests of %s',
  async (at, load, params = {}) => {
    localStorage.setItem('isAuthenticated', 'true')
    localStorage.setItem('user', JSON.stringify({ ...anna, is_admin: false }))
    getPageStore().dispatch(api.util.resetApiState())
    const { clientLoader } = (await load()) as RouteModule
    clientLoader?.({ request: new Request(`http://site.test${at}`), params })
    expect(listStartedQueries()).toEqual([])
  },
)

it('a visitor without a session sends no personal requests', async () => {
  const store = getPageStore()
  store.dispatch(api.util.resetApiState())
  const { clientLoader } = (await import('./routes/admin/orders.tsx')) as unknown as RouteModule
  clientLoader?.({ request: new Request('http://site.test/admin/orders'), params: {} })
  expect(listStartedQueries()).toEqual([])
})
