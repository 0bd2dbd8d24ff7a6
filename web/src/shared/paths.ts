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
  compare: '/compare',
  calculation: (id: string) => `/calc/${id}`,
  privacy: '/privacy',
  terms: '/terms',
  developers: '/developers',
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

/** The history state of the page that opens after the deletion of the account. */
export const accountErased = 'accountErased'

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
  reservations: '/dashboard#reservations',
  favorites: '/dashboard#favorites',
  savedSearches: '/dashboard#searches',
  savedCalculations: '/dashboard#calculations',
  dashboardSettings: '/dashboard#settings',
} as const
