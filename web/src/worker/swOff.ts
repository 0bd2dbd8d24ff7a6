// The kill switch, /sw-off.js, served instead of /sw.js (SERVICE_WORKER=off). At the next visit it
// removes the service worker and its caches from the browser.

import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

async function unregister() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(unregister()))
