// The service worker comes after everything the page itself needs. Without one, or where the browser
// refuses it, the site works as before.

import { env } from '../../app/env.ts'

const patience = 2000

export function registerWorker(): void {
  if (env.isDevelopment || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  // Its installation would share the processor with the parts that come alive right after the load.
  const later = () => setTimeout(register, patience)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
