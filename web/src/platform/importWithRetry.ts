// Dynamic imports that survive a bad network: a failed import is retried when the browser is online.
// If it still fails, the file belongs to an older release, so the page is reloaded once per version,
// unless a form has unsent input. Otherwise the error goes to the error boundary.

import { env } from './env.ts'
import { tabKeys } from './storage.ts'
import { hasInputBeforeHydration, hasUnsentInput } from './unsentInput.ts'

const retryDelays = [1000, 3000, 6000]

// Browsers may keep a failed download of a module and never fetch that address again (whatwg/html issue 6768), so a
// retry asks for the file with a query. The build calls importUrl for each dynamic import (scripts/pages/retryableImports.ts).
const retriesByFile = new Map<string, number>()
const fileName = /[\w.-]+\.js/

/** The address of a module of the build: with a query once its download has failed. */
export function importUrl(path: string): string {
  const retries = retriesByFile.get(fileName.exec(path)?.[0] ?? '')
  return retries ? `${path}?retry=${retries}` : path
}
Object.assign(globalThis, { importUrl })

/** Chromium and Firefox name the file in the message; Safari does not, and fetches a failed file again. */
function recordFailure(error: unknown): void {
  const name = fileName.exec(error instanceof Error ? error.message : '')?.[0]
  if (name) retriesByFile.set(name, (retriesByFile.get(name) ?? 0) + 1)
}

function waitUntilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

/** Runs a dynamic import, with retries after 1, 3 and 6 s; rejects with the last error. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of retryDelays) {
    try {
      return await load()
    } catch (error) {
      recordFailure(error)
      await waitUntilOnline()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  try {
    return await load()
  } catch (error) {
    if (!reloadOnce()) throw error
    return new Promise(() => {})
  }
}

function reloadOnce(): boolean {
  if (!navigator.onLine || hasUnsentInput() || hasInputBeforeHydration()) return false
  try {
    if (sessionStorage.getItem(tabKeys.reloadedWithoutCode) === env.appVersion) return false
    sessionStorage.setItem(tabKeys.reloadedWithoutCode, env.appVersion)
  } catch {
    return false
  }
  location.reload()
  return true
}
