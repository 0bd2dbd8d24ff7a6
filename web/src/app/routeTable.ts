// Every route of the site, once. The router, the list of prerendered pages and the web server's list of
// client-only routes (build/routes.caddy) are generated from it.

type RouteEntry = {
  path: string
  /** The route module in src/app, which composes features into one page. */
  file: string
  /** Prerendered pages have their text in the HTML; client pages share one shell. */
  served: 'prerendered' | 'client'
}

export const routeTable = [
  { path: '/', file: 'routes/home.tsx', served: 'prerendered' },
  { path: '/about', file: 'routes/about.tsx', served: 'prerendered' },
  { path: '/services', file: 'routes/services.tsx', served: 'prerendered' },
  { path: '/cars', file: 'routes/cars.tsx', served: 'prerendered' },
  { path: '/cars/:slug', file: 'routes/car.tsx', served: 'client' },
  { path: '/blog/:slug?', file: 'routes/blog.tsx', served: 'prerendered' },
  { path: '/contacts', file: 'routes/contacts.tsx', served: 'prerendered' },
  { path: '/privacy', file: 'routes/privacy.tsx', served: 'prerendered' },
  { path: '/terms', file: 'routes/terms.tsx', served: 'prerendered' },
  { path: '/sitemap', file: 'routes/sitemap.tsx', served: 'prerendered' },
  { path: '/status', file: 'routes/status.tsx', served: 'prerendered' },
  { path: '/calc/:id', file: 'routes/calculation.tsx', served: 'client' },
  { path: '/unsubscribe', file: 'routes/unsubscribe.tsx', served: 'client' },
  { path: '/login', file: 'routes/login.tsx', served: 'client' },
  { path: '/admin/notifications', file: 'routes/adminNotifications.tsx', served: 'client' },
  { path: '/auth/callback', file: 'routes/authCallback.tsx', served: 'client' },
  { path: '/debug', file: 'routes/debug.tsx', served: 'client' },
  { path: '/notifications', file: 'routes/notifications.tsx', served: 'client' },
  { path: '/dashboard', file: 'routes/dashboard.tsx', served: 'client' },
  { path: '/dashboard/bookings', file: 'routes/dashboardBookings.tsx', served: 'client' },
  { path: '/dashboard/payments', file: 'routes/dashboardPayments.tsx', served: 'client' },
  { path: '/dashboard/security', file: 'routes/dashboardSecurity.tsx', served: 'client' },
  { path: '/dashboard/orders/:id', file: 'routes/dashboardOrder.tsx', served: 'client' },
  { path: '/dashboard/*', file: 'routes/dashboardOther.tsx', served: 'client' },
  { path: '/shared/orders/:token', file: 'routes/sharedOrder.tsx', served: 'client' },
  { path: '/admin/*', file: 'routes/admin.tsx', served: 'client' },
  { path: '/404', file: 'routes/notFound.tsx', served: 'prerendered' },
] as const satisfies readonly RouteEntry[]

export const prerenderedPaths = routeTable
  .filter((route) => route.served === 'prerendered')
  // The optional parameter is a page that only the content service can render.
  .map((route) => route.path.replace(/\/:\w+\?$/, ''))

/**
 * Regular expressions of the routes that share one shell: '/calc/:id' -> '/calc/[^/]+'. Articles are among them:
 * when the content service is down, a 404 would remove them from search engines.
 */
export const shellPatterns = (): string[] =>
  routeTable
    .filter(({ path, served }) => served === 'client' || path.endsWith('?'))
    .map(({ path }) => path.replace(/\/\*$/, '(/.*)?').replace(/:\w+\??/g, '[^/]+'))
