// URLs of every route, by user. A route of the table without a URL does not compile, so the
// journeys over "every page" miss none. Placeholders such as `:car` are replaced by ids or slugs.

import type { routeTable } from '../src/app/routeTable.ts'

type Route = (typeof routeTable)[number]['path']
type Addresses = Partial<Record<'visitor' | 'buyer' | 'administrator', readonly string[]>>

const visitor = (...visitor: string[]): Addresses => ({ visitor })
const buyer = (...buyer: string[]): Addresses => ({ buyer })
const administrator = (...administrator: string[]): Addresses => ({ administrator })

const addresses: Record<Route, Addresses> = {
  '/': visitor('/'),
  '/about': visitor('/about'),
  '/services': visitor('/services'),
  '/contacts': visitor('/contacts'),
  '/blog/:slug?': visitor('/blog', '/blog/:article'),
  '/cars': visitor('/cars'),
  '/cars/:slug': visitor('/cars/:car'),
  '/compare': visitor('/compare', '/compare?cars=:car,nowhere'),
  '/privacy': visitor('/privacy'),
  '/terms': visitor('/terms'),
  '/developers': visitor('/developers'),
  '/sitemap': visitor('/sitemap'),
  '/status': visitor('/status'),
  '/calc/:id': visitor('/calc/:calculation'),
  '/unsubscribe': visitor('/unsubscribe'),
  '/404': visitor('/nowhere'),
  '/login': visitor('/login'),
  '/auth/callback': visitor('/auth/callback?error=access_denied'),
  '/shared/orders/:token': { buyer: ['/shared/orders/:share'], visitor: ['/shared/orders/ended'] },
  '/dashboard': buyer('/dashboard'),
  '/dashboard/orders/:id': buyer(
    '/dashboard/orders/:order',
    '/dashboard/orders/:order?view=talk',
    '/dashboard/orders/:order?view=payments',
  ),
  '/dashboard/bookings': buyer('/dashboard/bookings'),
  '/dashboard/payments': buyer('/dashboard/payments'),
  '/dashboard/security': buyer('/dashboard/security'),
  '/dashboard/*': buyer('/dashboard/nowhere'),
  '/notifications': buyer('/notifications'),
  '/debug': buyer('/debug'),
  '/admin': administrator('/admin'),
  '/admin/articles': administrator('/admin/articles', '/admin/articles?item=new'),
  '/admin/comments': administrator('/admin/comments'),
  '/admin/contacts': administrator('/admin/contacts'),
  '/admin/requests': administrator('/admin/requests'),
  '/admin/orders': administrator(
    '/admin/orders',
    '/admin/orders?item=:order',
    '/admin/orders?view=workload',
  ),
  '/admin/conversations': administrator(
    '/admin/conversations',
    '/admin/conversations?item=:order',
    '/admin/conversations?view=replies',
  ),
  '/admin/cars': administrator('/admin/cars?item=new'),
  '/admin/team': administrator('/admin/team'),
  '/admin/users': administrator('/admin/users'),
  '/admin/status': administrator('/admin/status'),
  '/admin/settings': administrator(
    '/admin/settings?view=widgets',
    '/admin/settings?view=apiKeys',
    '/admin/settings?view=calculator',
  ),
  '/admin/audit': administrator('/admin/audit'),
  '/admin/*': administrator('/admin/nowhere'),
  '/admin/notifications': administrator('/admin/notifications'),
}

/** The URLs that this user opens. `records` has a value for each placeholder in them. */
export const listAddresses = (who: keyof Addresses, records: Record<string, string> = {}) =>
  Object.values(addresses)
    .flatMap((byUser) => byUser[who] ?? [])
    .map((address) =>
      address.replace(/:(\w+)/g, (name) => {
        const record = records[name.slice(1)]
        if (!record) throw new Error(`${address} needs a record ${name}`)
        return record
      }),
    )
