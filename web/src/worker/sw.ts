// The service worker, /sw.js: the last public pages and responses for offline use, immutable files,
// the offline page, and Web Push. It stores no personal data (lib/publicResponses.ts). A new
// version activates at once: its caches are keyed by content or revalidated, so versions cannot
// conflict.

import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import {
  isCacheable,
  isHashedFile,
  isPublicApiPath,
  isPublicPage,
  offlineCacheName,
  trimCache,
} from '../lib/publicResponses.ts'
import { openPage } from './openPage.ts'
import { parsePushMessage } from './push.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const offlinePage = '/offline.html'
const publicOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    isCacheable(response) ? response : null,
}
/** Trims only after a write, because a cache hit must not cost more than the network. */
const createCachePlugins = (maxEntries: number) => [
  publicOnly,
  { cacheDidUpdate: ({ cacheName }: { cacheName: string }) => trimCache(cacheName, maxEntries) },
]

const pages = new NetworkFirst({ cacheName: 'public-pages', plugins: createCachePlugins(40) })
const files = new CacheFirst({ cacheName: 'hashed-files', plugins: createCachePlugins(300) })
const network = new NetworkOnly()

const precached = self.__WB_MANIFEST
precache(precached)
cleanupOutdatedCaches()

registerRoute(
  ({ request }) => request.mode === 'navigate',
  async (options) => {
    const strategy = isPublicPage(options.url.pathname) ? pages : network
    try {
      return await strategy.handle(options)
    } catch {
      return (await matchPrecache(offlinePage)) ?? Response.error()
    }
  },
)
// While online, the worker does not intercept API requests: the page sends them itself and stores
// the responses (platform/offlineCache.ts). Offline without a stored response, the page shows its
// own error.
registerRoute(
  ({ sameOrigin, url }) => !self.navigator.onLine && sameOrigin && isPublicApiPath(url.pathname),
  async ({ request }) => {
    const cache = await caches.open(offlineCacheName)
    return (await cache.match(request.url)) ?? Response.error()
  },
)
registerRoute(({ sameOrigin, url }) => sameOrigin && isHashedFile(url.pathname), files)
// Fonts and script of the offline page. Nothing else is precached.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && precached.some((entry) => entry.url === url.pathname),
  async ({ request, url }) => (await matchPrecache(url.pathname)) ?? fetch(request),
)

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, options } = parsePushMessage(event.data?.text() ?? '')
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  event.waitUntil(openPage(new URL(url, self.location.origin).href, self.clients))
})
