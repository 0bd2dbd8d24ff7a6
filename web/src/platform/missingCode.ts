// Code that cannot be downloaded: the network is away, or the file belongs to an older release. Vite announces every
// dynamic import that fails. The page is then reloaded once per version, as soon as there is a network, unless that would
// lose input. Otherwise the error goes to the error boundary, whose retry asks for the file again.

import { env } from './env.ts'
import { tabKeys } from './storage.ts'
import { hasInputBeforeHydration, hasUnsentInput } from './unsentInput.ts'

let reload: Promise<void> | null = null

/** Once, at start. */
export function reloadForMissingCode(): void {
  addEventListener('vite:preloadError', () => {
    reload ??= reloadOnce().finally(() => {
      reload = null
    })
  })
}

/** Settles when a failed import is not followed by a reload, so it may be tried again. */
export const noReloadComes = async () => reload

/** Settles only when the page is not reloaded. */
async function reloadOnce(): Promise<void> {
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  if (hasUnsentInput() || hasInputBeforeHydration() || !isFirstFor(env.appVersion)) return
  location.reload()
  await new Promise(() => {})
}

/** Whether this tab has not been reloaded for this version yet; it is noted. */
function isFirstFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(tabKeys.reloadedWithoutCode) === version) return false
    sessionStorage.setItem(tabKeys.reloadedWithoutCode, version)
    return true
  } catch {
    return false
  }
}
