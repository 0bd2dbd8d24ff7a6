// Tells the server that this person is here: every two minutes, and when the tab is looked at or
// pressed. Only somebody who has signed in has an id to tell.

import { api } from '../../app/api.ts'
import { team } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import { read, storageKeys } from '../../app/storage.ts'
import type { AppDispatch } from '../../app/store.ts'

export const teamActivityApi = api.injectEndpoints({
  endpoints: (build) => ({
    noteActivity: build.mutation<null, string>({
      query: (userId) => ({ url: calls.teamActivity, method: 'POST', body: { userId } }),
    }),
  }),
})

/** Clicks come in bursts: one word for all of one second is enough. */
const quiet = 1000

/** Returns what stops it. */
export function keepPresent(dispatch: AppDispatch): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (atMostEvery: number) => {
    const userId = read(storageKeys.userId)
    if (!userId || document.hidden || performance.now() - toldAt < atMostEvery) return
    toldAt = performance.now()
    // Presence is a courtesy: a failed word is said again with the next one.
    void dispatch(teamActivityApi.endpoints.noteActivity.initiate(userId, { track: false }))
  }
  const onSign = () => tell(quiet)
  const timer = setInterval(() => tell(0), team.activityPing)
  addEventListener('focus', onSign)
  addEventListener('click', onSign, { passive: true })
  tell(0)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', onSign)
    removeEventListener('click', onSign)
  }
}
