// The service worker comes after everything the page itself needs. Without one, or where the browser
// refuses it, the site works as before.

import { env } from '../../app/env.ts'

export function registerWorker(): void {
  if (env.isDevelopment || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  if (document.readyState === 'complete') void register()
  else addEventListener('load', register, { once: true })
}
