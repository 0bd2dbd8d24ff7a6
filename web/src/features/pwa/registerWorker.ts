// Registers the service worker after everything the page needs. Without one, or where the browser
// refuses it, the site works as before.

import { env } from '../../app/env.ts'

const registrationDelay = 2000

export function registerWorker(): void {
  if (env.isDevelopment || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  // Its installation would compete with the hydration right after the load.
  const later = () => setTimeout(register, registrationDelay)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
