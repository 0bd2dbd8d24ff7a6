// Allow-list of URLs whose response is the same for every visitor, so the browser may cache it.
// Nothing else is cached.

/** The cache that the page fills and the service worker serves from. */
export const offlineCacheName = 'public-answers'

const slug = '[\\w-]+'
const pages = new RegExp(
  `^/(?:about|services|contacts|blog(?:/${slug})?|cars(?:/${slug})?|privacy|terms|developers|sitemap|status)?$`,
)
const apiPaths = new RegExp(
  `^/api/(?:settings|cars(?:/${slug})?|blog/(?:posts(?:/${slug})?|categories|tags)|team)$`,
)

export const isPublicPage = (path: string) => pages.test(path)
export const isPublicApiPath = (path: string) => apiPaths.test(path)
/** The file name contains a content hash, so the file never changes. */
export const isHashedFile = (path: string) => /^\/(?:assets|media)\/[^/]+$/.test(path)

/** Deletes the oldest entries of a cache beyond the limit. */
export async function trimCache(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const entries = await cache.keys()
  const old = entries.slice(0, Math.max(0, entries.length - maxEntries))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** A complete response without a redirect, which the server allows to be stored. */
export function isCacheable(response: Response): boolean {
  const control = response.headers.get('Cache-Control') ?? ''
  return response.status === 200 && !response.redirected && !/no-store|private/.test(control)
}
