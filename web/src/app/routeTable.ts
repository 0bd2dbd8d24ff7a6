// All routes of the site. The router, the list of prerendered pages and the web server's list of
// client-only routes (build/routes.caddy) are generated from this table.

type RouteEntry = {
  path: string
  /**
   * The route module in src/app, which composes features into one page. Its folder may have a
   * layout.tsx (routes.ts).
   */
  file: string
  /** Prerendered pages have their text in the HTML. Client pages share one shell. */
  served: 'prerendered' | 'client'
}

export const routeTable = [
  { path: '/', file: 'routes/home.tsx', served: 'prerendered' },
  { path: '/about', file: 'routes/about.tsx', served: 'prerendered' },
  { path: '/services', file: 'routes/services.tsx', served: 'prerendered' },
  { path: '/cars', file: 'routes/cars.tsx', served: 'prerendered' },
  { path: '/cars/:slug', file: 'routes/car.tsx', served: 'client' },
  { path: '/compare', file: 'routes/compare.tsx', served: 'client' },
  { path: '/blog/:slug?', file: 'routes/blog.tsx', served: 'prerendered' },
  { path: '/contacts', file: 'routes/contacts.tsx', served: 'prerendered' },
  { path: '/privacy', file: 'routes/privacy.tsx', served: 'prerendered' },
  { path: '/terms', file: 'routes/terms.tsx', served: 'prerendered' },
  { path: '/developers', file: 'routes/developers.tsx', served: 'prerendered' },
  { path: '/sitemap', file: 'routes/sitemap.tsx', served: 'prerendered' },
  { path: '/status', file: 'routes/status.tsx', served: 'prerendered' },
  { path: '/calc/:id', file: 'routes/calculation.tsx', served: 'client' },
  { path: '/unsubscribe', file: 'routes/unsubscribe.tsx', served: 'client' },
  { path: '/login', file: 'routes/login.tsx', served: 'client' },
  { path: '/auth/callback', file: 'routes/authCallback.tsx', served: 'client' },
  { path: '/debug', file: 'routes/personal/debug.tsx', served: 'client' },
  { path: '/notifications', file: 'routes/personal/notifications.tsx', served: 'client' },
  { path: '/dashboard', file: 'routes/dashboard/overview.tsx', served: 'client' },
  { path: '/dashboard/bookings', file: 'routes/dashboard/bookings.tsx', served: 'client' },
  { path: '/dashboard/payments', file: 'routes/dashboard/payments.tsx', served: 'client' },
  { path: '/dashboard/security', file: 'routes/dashboard/security.tsx', served: 'client' },
  { path: '/dashboard/orders/:id', file: 'routes/personal/order.tsx', served: 'client' },
  { path: '/dashboard/*', file: 'routes/dashboard/other.tsx', served: 'client' },
  { path: '/shared/orders/:token', file: 'routes/sharedOrder.tsx', served: 'client' },
  { path: '/admin', file: 'routes/admin/overview.tsx', served: 'client' },
  { path: '/admin/articles', file: 'routes/admin/articles.tsx', served: 'client' },
  { path: '/admin/comments', file: 'routes/admin/comments.tsx', served: 'client' },
  { path: '/admin/contacts', file: 'routes/admin/contacts.tsx', served: 'client' },
  { path: '/admin/requests', file: 'routes/admin/requests.tsx', served: 'client' },
  { path: '/admin/orders', file: 'routes/admin/orders.tsx', served: 'client' },
  { path: '/admin/conversations', file: 'routes/admin/conversations.tsx', served: 'client' },
  { path: '/admin/cars', file: 'routes/admin/cars.tsx', served: 'client' },
  { path: '/admin/team', file: 'routes/admin/team.tsx', served: 'client' },
  { path: '/admin/users', file: 'routes/admin/users.tsx', served: 'client' },
  { path: '/admin/status', file: 'routes/admin/status.tsx', served: 'client' },
  { path: '/admin/settings', file: 'routes/admin/settings.tsx', served: 'client' },
  { path: '/admin/audit', file: 'routes/admin/audit.tsx', served: 'client' },
  { path: '/admin/notifications', file: 'routes/admin/notifications.tsx', served: 'client' },
  { path: '/admin/*', file: 'routes/admin/other.tsx', served: 'client' },
  { path: '/404', file: 'routes/notFound.tsx', served: 'prerendered' },
] as const satisfies readonly RouteEntry[]

export const prerenderedPaths = routeTable
  .filter((route) => route.served === 'prerendered')
  // An optional parameter selects a page that only the content service can render.
  .map((route) => route.path.replace(/\/:\w+\?$/, ''))

/**
 * Regular expressions of the routes that share one shell: '/calc/:id' -> '/calc/[^/]+'. Articles
 * are included: while the content service is down, a 404 would remove them from search engines.
 */
export const listShellPatterns = (): string[] =>
  routeTable
    .filter(({ path, served }) => served === 'client' || path.endsWith('?'))
    .map(({ path }) => path.replace(/\/\*$/, '(/.*)?').replace(/:\w+\??/g, '[^/]+'))
