// The live session of this page: one for each page. It is a connection and not data, so it is not in the store.

import type { AppStore } from '../../app/store.ts'
import { type Live, startLive } from './live.ts'

let current: Live | null = null

export function startLiveSession(store: AppStore, userId: string): () => void {
  const live = startLive(store, userId)
  current = live
  return () => {
    live.stop()
    if (current === live) current = null
  }
}

export const retryLive = () => current?.retry()
export const closeToast = (id: string) => current?.closeToast(id)
export const isLeadingLive = () => current?.isLeading() ?? false
