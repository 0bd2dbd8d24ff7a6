// Handles code that cannot be downloaded, because there is no network or the file belongs to an
// older release. Vite announces every failed dynamic import. The page is then reloaded once per
// version, as soon as there is a network, unless that would lose input. Otherwise the error
// boundary shows the error, and its retry requests the file again.

import { env } from './env.ts'
import { tabKeys } from './storage.ts'
import { hasInputBeforeHydration, hasUnsentInput } from './unsentInput.ts'

let reload: Promise<void> | null = null

/** Call it once, at start. */
export function reloadForMissingCode(): void {
  addEventListener('vite:preloadError', () => {
    reload ??= reloadOnce().finally(() => {
      reload = null
    })
  })
}

/** Resolves if a failed import does not cause a reload, so the caller may retry. */
export const waitForNoReload = async () => reload

/** Resolves only if the page is not reloaded. */
async function reloadOnce(): Promise<void> {
  if (!navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  if (hasUnsentInput() || hasInputBeforeHydration() || !claimReloadFor(env.appVersion)) return
  location.reload()
  await new Promise(() => {})
}

/** Records a reload of this tab for this version. Returns false if there was one, or if it cannot be recorded. */
function claimReloadFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(tabKeys.reloadedWithoutCode) === version) return false
    sessionStorage.setItem(tabKeys.reloadedWithoutCode, version)
    return true
  } catch {
    return false
  }
}
