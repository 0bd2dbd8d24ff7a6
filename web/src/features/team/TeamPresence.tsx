// Reports to the server that the user is online: every two minutes, and when the tab is focused or
// clicked. Only a signed-in user has an id.

import { useEffect } from 'react'
import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import type { AppDispatch } from '../../app/store.ts'
import { read, storageKeys } from '../../platform/storage.ts'
import { teamLimits } from '../../shared/limits.ts'

/** Renders nothing; mounted in the shell while a user is signed in. */
export default function TeamPresence() {
  const dispatch = useAppDispatch()
  useEffect(() => reportPresence(dispatch), [dispatch])
  return null
}

const teamActivityApi = injectCalls(({ build }) => ({
  reportActivity: build.mutation<null, string>({
    query: (userId) => ({ url: calls.teamActivity, method: 'POST', body: { userId } }),
    extraOptions: { isUnseen: true },
  }),
}))

/** The shortest time between two reports (ms). Clicks come in bursts, so one report a second is enough. */
const minimumGap = 1000

/** Starts the reports. Returns a function that stops them. */
export function reportPresence(dispatch: AppDispatch): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (atMostEvery: number) => {
    const userId = read(storageKeys.userId)
    if (!userId || document.hidden || performance.now() - reportedAt < atMostEvery) return
    reportedAt = performance.now()
    // A failed report needs no retry, because the next one follows.
    void dispatch(teamActivityApi.endpoints.reportActivity.initiate(userId, { track: false }))
  }
  const onActivity = () => report(minimumGap)
  const timer = setInterval(() => report(0), teamLimits.activityPing)
  addEventListener('focus', onActivity)
  addEventListener('click', onActivity, { passive: true })
  report(0)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', onActivity)
    removeEventListener('click', onActivity)
  }
}
