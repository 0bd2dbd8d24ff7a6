// Dynamic imports that survive a bad network: a failed import is retried when the browser is online.
// If it still fails, the file belongs to an older release, so the page is reloaded once per version,
// unless a form has unsent input. Otherwise the error goes to the error boundary.

import { hasDraft } from './drafts.ts'
import { env } from './env.ts'

const reloadedKey = 'reloaded_without_chunk_of'
const retryDelays = [1000, 3000, 6000]

function waitUntilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of retryDelays) {
    try {
      return await load()
    } catch {
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
  if (!navigator.onLine || hasDraft()) return false
  try {
    if (sessionStorage.getItem(reloadedKey) === env.appVersion) return false
    sessionStorage.setItem(reloadedKey, env.appVersion)
  } catch {
    return false
  }
  location.reload()
  return true
}
