// Code that comes later must survive a network that comes and goes: a failed import waits for the
// network and is tried again. What still fails then is a file of a release that is gone: the page is
// loaded anew, once for a version, unless that would lose something typed. Else it is the error boundary's.

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
