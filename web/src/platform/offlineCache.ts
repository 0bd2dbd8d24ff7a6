// The page stores public responses in a cache while it is online; the service worker serves them while
// the browser is offline (src/worker/sw.ts).

import {
  isCacheable,
  isPublicApiPath,
  offlineCacheName,
  trimCache,
} from '../lib/publicResponses.ts'

const maxEntries = 80

async function storeResponse(url: string, response: Response) {
  const cache = await caches.open(offlineCacheName)
  await cache.put(url, response)
  await trimCache(offlineCacheName, maxEntries)
}

/** `fetch` for the data client. Without a service worker nothing would read the cache, so nothing is stored. */
export async function fetchAndCache(request: RequestInfo, init?: RequestInit): Promise<Response> {
  const response = await fetch(request, init)
  if (!(request instanceof Request) || request.method !== 'GET') return response
  const { pathname } = new URL(request.url)
  if (navigator.serviceWorker?.controller && isPublicApiPath(pathname) && isCacheable(response))
    void storeResponse(request.url, response.clone()).catch(() => {})
  return response
}
