// What may be kept in the browser's caches: an allow-list of addresses that answer every visitor alike.
// Whatever is not named here goes to the network and nowhere else.

/** The cache that the page fills and the service worker serves from. */
export const offlineCacheName = 'public-answers'

const slug = '[\\w-]+'
const pages = new RegExp(
  `^/(?:about|services|contacts|blog(?:/${slug})?|cars(?:/${slug})?|privacy|terms|sitemap|status)?$`,
)
const apiPaths = new RegExp(
  `^/api/(?:settings|cars(?:/${slug})?|blog/(?:posts(?:/${slug})?|categories|tags)|team)$`,
)

export const isPublicPage = (path: string) => pages.test(path)
export const isPublicApiPath = (path: string) => apiPaths.test(path)
/** Their names carry the hash of what is in them, so the first one is the right one for ever. */
export const isHashedFile = (path: string) => /^\/(?:assets|media)\/[^/]+$/.test(path)

/** The oldest go once there are too many. */
export async function trimCache(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const entries = await cache.keys()
  const old = entries.slice(0, Math.max(0, entries.length - maxEntries))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** A whole answer of the address itself, which the server does not want forgotten. */
export function isCacheable(response: Response): boolean {
  const control = response.headers.get('Cache-Control') ?? ''
  return response.status === 200 && !response.redirected && !/no-store|private/.test(control)
}
