// URLs of every route, by user. A route of the table without a URL does not compile, so the
// journeys over "every page" miss none. Placeholders such as `:car` are replaced by ids or slugs.

import type { routeTable } from '../src/app/routeTable.ts'

type Route = (typeof routeTable)[number]['path']
type Addresses = Partial<Record<'visitor' | 'buyer' | 'administrator', readonly string[]>>

const forVisitor = (...visitor: string[]): Addresses => ({ visitor })
const forBuyer = (...buyer: string[]): Addresses => ({ buyer })
const forAdministrator = (...administrator: string[]): Addresses => ({ administrator })

const addresses: Record<Route, Addresses> = {
  '/': forVisitor('/'),
  '/about': forVisitor('/about'),
  '/services': forVisitor('/services'),
  '/contacts': forVisitor('/contacts'),
  '/blog/:slug?': forVisitor('/blog', '/blog/:article'),
  '/cars': forVisitor('/cars'),
  '/cars/:slug': forVisitor('/cars/:car'),
  '/compare': forVisitor('/compare', '/compare?cars=:car,nowhere'),
  '/privacy': forVisitor('/privacy'),
  '/terms': forVisitor('/terms'),
  '/developers': forVisitor('/developers'),
  '/sitemap': forVisitor('/sitemap'),
  '/status': forVisitor('/status'),
  '/calc/:id': forVisitor('/calc/:calculation'),
  '/unsubscribe': forVisitor('/unsubscribe'),
  '/404': forVisitor('/nowhere'),
  '/login': forVisitor('/login'),
  '/auth/callback': forVisitor('/auth/callback?error=access_denied'),
  '/shared/orders/:token': { buyer: ['/shared/orders/:share'], visitor: ['/shared/orders/ended'] },
  '/dashboard': forBuyer('/dashboard'),
  '/dashboard/orders/:id': forBuyer(
    '/dashboard/orders/:order',
    '/dashboard/orders/:order?view=talk',
    '/dashboard/orders/:order?view=payments',
  ),
  '/dashboard/bookings': forBuyer('/dashboard/bookings'),
  '/dashboard/payments': forBuyer('/dashboard/payments'),
  '/dashboard/security': forBuyer('/dashboard/security'),
  '/dashboard/*': forBuyer('/dashboard/nowhere'),
  '/notifications': forBuyer('/notifications'),
  '/debug': forBuyer('/debug'),
  '/admin': forAdministrator('/admin'),
  '/admin/articles': forAdministrator('/admin/articles', '/admin/articles?item=new'),
  '/admin/comments': forAdministrator('/admin/comments'),
  '/admin/contacts': forAdministrator('/admin/contacts'),
  '/admin/requests': forAdministrator('/admin/requests'),
  '/admin/orders': forAdministrator(
    '/admin/orders',
    '/admin/orders?item=:order',
    '/admin/orders?view=workload',
  ),
  '/admin/conversations': forAdministrator(
    '/admin/conversations',
    '/admin/conversations?item=:order',
    '/admin/conversations?view=replies',
  ),
  '/admin/cars': forAdministrator('/admin/cars?item=new'),
  '/admin/team': forAdministrator('/admin/team'),
  '/admin/users': forAdministrator('/admin/users'),
  '/admin/status': forAdministrator('/admin/status'),
  '/admin/settings': forAdministrator(
    '/admin/settings?view=widgets',
    '/admin/settings?view=apiKeys',
    '/admin/settings?view=calculator',
  ),
  '/admin/audit': forAdministrator('/admin/audit'),
  '/admin/*': forAdministrator('/admin/nowhere'),
  '/admin/notifications': forAdministrator('/admin/notifications'),
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
