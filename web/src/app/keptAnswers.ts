// Public answers are kept by the page that asked for them, for the time without a network: the service
// worker then serves them (src/worker/sw.ts), and stands aside while there is a network.

import { isPublicAnswer, keptAnswers, mayBeKept, trim } from '../lib/publicAnswers'

const atMost = 80

async function keep(address: string, answer: Response) {
  const cache = await caches.open(keptAnswers)
  await cache.put(address, answer)
  await trim(keptAnswers, atMost)
}

/** `fetch` of the data client. Without a service worker nobody would read what is kept, so nothing is. */
export async function fetchAndKeep(request: RequestInfo, init?: RequestInit): Promise<Response> {
  const answer = await fetch(request, init)
  if (!(request instanceof Request) || request.method !== 'GET') return answer
  const { pathname } = new URL(request.url)
  if (navigator.serviceWorker?.controller && isPublicAnswer(pathname) && mayBeKept(answer))
    void keep(request.url, answer.clone()).catch(() => {})
  return answer
}
