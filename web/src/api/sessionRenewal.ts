// One renewal of the session at a time, across all tabs. A refresh token works once, so a second
// tab that renews at the same moment would look like a stolen token.

import { origin } from '../platform/env.ts'
import { read, storageKeys, write } from '../platform/storage.ts'
import { requestTimeout } from '../shared/limits.ts'
import { calls } from './calls.ts'

/** `blocked`: the account is blocked, which ended its sessions. */
export type Renewal = 'renewed' | 'ended' | 'blocked' | 'failed'

async function renew(sentAt: number): Promise<Renewal> {
  if (Number(read(storageKeys.refreshedAt)) > sentAt) return 'renewed'
  // Without a timeout, one hanging request would block the renewal in every tab, because they share
  // a lock.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), requestTimeout)
  try {
    const answer = await fetch(origin + calls.refresh, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'X-Request-ID': crypto.randomUUID() },
      signal: abort.signal,
    })
    if (answer.status === 401 || answer.status === 403) return await readRenewalRefusal(answer)
    if (!answer.ok) return 'failed'
    const { accessToken } = (await answer.json()) as { accessToken?: string }
    if (accessToken) write(storageKeys.accessToken, accessToken)
    write(storageKeys.refreshedAt, String(Date.now()))
    return 'renewed'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}

async function readRenewalRefusal(refusal: Response): Promise<Renewal> {
  const { code } = (await refusal.json().catch(() => ({}))) as { code?: unknown }
  return code === 'account_blocked' ? 'blocked' : 'ended'
}

let running: Promise<Renewal> | null = null

/** `sentAt`: when the refused request was sent (ms). A later renewal is not repeated. */
export function renewSession(sentAt: number): Promise<Renewal> {
  running ??= runUnderLock(() => renew(sentAt)).finally(() => {
    running = null
  })
  return running
}

/** Time until another tab reads what this tab has written to the storage, in ms. */
const storageDelay = 150

/**
 * Returns the result at once, but holds the lock for `storageDelay` longer, so that the next tab
 * reads the new `refreshedAt`.
 */
async function runUnderLock(work: () => Promise<Renewal>): Promise<Renewal> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  return new Promise((resolve, reject) => {
    navigator.locks
      .request('session-refresh', async () => {
        resolve(await work())
        await new Promise((release) => setTimeout(release, storageDelay))
      })
      .catch(reject)
  })
}
