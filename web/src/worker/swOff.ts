// The kill switch, /sw-off.js: served in place of /sw.js (SERVICE_WORKER=off) it takes the worker and
// all it has kept out of every browser at its next visit. Pages then load as if there had never been one.

import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

async function unregister() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(unregister()))
