// Signed-in screens of `make shots`, by user. Record ids are looked up, because they differ on
// every stack.

/**
 * URLs of a user's screens. A parameter such as `:order` stands for the id of the first record of that list:
 * `recordLists` has the URL of the list, and the field of its answer that has the records.
 */
export const signedIn = [
  {
    who: 'buyer',
    email: process.env.DEMO_EMAIL ?? 'buyer@example.com',
    password: process.env.DEMO_PASSWORD,
    paths: [
      '/dashboard',
      '/dashboard/orders/:order',
      '/dashboard/orders/:order?view=talk',
      '/dashboard/orders/:order?view=documents',
      '/dashboard/orders/:order?view=payments',
      '/dashboard/orders/:order?view=reports',
      '/dashboard/orders/:order?view=history',
      '/dashboard/bookings',
      '/dashboard/payments',
      '/dashboard/security',
      '/notifications',
      '/debug',
    ],
    recordLists: { order: ['/api/me/orders?limit=1', 'orders'] },
  },
  {
    who: 'admin',
    email: process.env.ADMIN_EMAIL ?? 'admin@example.com',
    password: process.env.ADMIN_PASSWORD,
    paths: [
      '/admin',
      '/admin/articles',
      '/admin/articles?item=:post',
      '/admin/articles?view=subscribers',
      '/admin/comments',
      '/admin/comments?item=:comment',
      '/admin/contacts',
      '/admin/contacts?item=:contact',
      '/admin/requests',
      '/admin/requests?item=:request',
      '/admin/orders',
      '/admin/orders?item=:order',
      '/admin/orders?view=payments',
      '/admin/orders?view=bookings',
      '/admin/conversations',
      '/admin/cars',
      '/admin/cars?item=:car',
      '/admin/cars?view=media',
      '/admin/team',
      '/admin/users',
      '/admin/users?item=:user',
      '/admin/status',
      '/admin/status?view=maintenance',
      '/admin/status?view=logs',
      '/admin/settings',
      '/admin/settings?view=widgets',
      '/admin/settings?view=calculator',
      '/admin/audit',
      '/admin/audit?view=accounts',
      '/admin/audit?view=calculator',
      '/admin/notifications',
    ],
    recordLists: {
      post: ['/api/content/admin/posts?limit=1', 'items'],
      comment: ['/api/content/admin/comments?limit=1&status=pending', 'items'],
      contact: ['/api/content/admin/contacts?limit=1', 'items'],
      request: ['/api/content/admin/requests?limit=1', 'items'],
      order: ['/api/content/admin/orders?limit=1&status=active', 'items'],
      car: ['/api/content/admin/cars?limit=1', 'items'],
      user: ['/api/auth/admin/users?limit=1', 'users'],
    },
  },
]

/**
 * Signs a browser in and returns the URLs with the ids of this stack; null without a password. A screen
 * whose record does not exist is left out.
 */
export async function signInAndListPaths({ email, password, paths, recordLists }, context, base) {
  if (!password) return null
  const answer = await context.request.post(`${base}/api/auth/login`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  const ids = {}
  for (const [name, [path, field]] of Object.entries(recordLists)) {
    const list = await context.request.get(base + path)
    const { [field]: records = [] } = await list.json()
    ids[name] = records[0]?.id
  }
  const parameter = /:(\w+)/g
  const hasRecords = (path) => [...path.matchAll(parameter)].every(([, name]) => ids[name])
  return paths
    .filter(hasRecords)
    .map((path) => ({ path, at: path.replaceAll(parameter, (_, name) => ids[name]) }))
}
