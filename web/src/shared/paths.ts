// Paths of all pages and their anchors. URLs of the services' routes are in calls.ts.

export const pages = {
  home: '/',
  about: '/about',
  services: '/services',
  contacts: '/contacts',
  blog: '/blog',
  article: (slug: string) => `/blog/${slug}`,
  blogCategory: (slug: string) => `/blog?category=${slug}`,
  cars: '/cars',
  car: (slug: string) => `/cars/${slug}`,
  calculation: (id: string) => `/calc/${id}`,
  privacy: '/privacy',
  terms: '/terms',
  sitemap: '/sitemap',
  status: '/status',
  login: '/login',
  authCallback: '/auth/callback',
  notFound: '/404',
  dashboard: '/dashboard',
  dashboardOrder: (order: string) => `/dashboard/orders/${encodeURIComponent(order)}`,
  dashboardBookings: '/dashboard/bookings',
  dashboardPayments: '/dashboard/payments',
  dashboardSecurity: '/dashboard/security',
  sharedOrder: (token: string) => `/shared/orders/${encodeURIComponent(token)}`,
  notifications: '/notifications',
  debug: '/debug',
  admin: '/admin',
  adminNotifications: '/admin/notifications',
  adminSection: (section: string) => `/admin/${section}`,
  unsubscribe: '/unsubscribe',
} as const

/** Anchors that other pages link to. */
export const anchors = {
  quickRequest: '/#quick-request',
  selection: '/services#selection',
  history: '/services#history',
  delivery: '/services#delivery',
  tradeIn: '/services#trade-in',
  calculator: '/services#calculator',
  team: '/about#team',
  contactForm: '/contacts#contact-form',
  orders: '/dashboard#orders',
  favorites: '/dashboard#favorites',
  dashboardSettings: '/dashboard#settings',
} as const

/** `next` comes from the address bar: only a path of this site is accepted. */
export function sameSitePath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return null
  const base = 'https://same.site'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  return url && url.origin === base ? url.pathname + url.search + url.hash : null
}
