// Public answers are kept by the page that asked for them, for the time without a network: the service
// worker then serves them (src/worker/sw.ts), and stands aside while there is a network.

import { isCacheable, isPublicApiPath, offlineCacheName, trimCache } from '../lib/publicResponses'

const maxEntries = 80

async function storeResponse(address: string, response: Response) {
  const cache = await caches.open(offlineCacheName)
  await cache.put(address, response)
  await trimCache(offlineCacheName, maxEntries)
}

/** `fetch` of the data client. Without a service worker nobody would read what is kept, so nothing is. */
export async function fetchAndCache(request: RequestInfo, init?: RequestInit): Promise<Response> {
  const response = await fetch(request, init)
  if (!(request instanceof Request) || request.method !== 'GET') return response
  const { pathname } = new URL(request.url)
  if (navigator.serviceWorker?.controller && isPublicApiPath(pathname) && isCacheable(response))
    void storeResponse(request.url, response.clone()).catch(() => {})
  return response
}
