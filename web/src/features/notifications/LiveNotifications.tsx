// Mounted on every page of a signed-in user. It keeps the stream open and shows the toasts and the dialog
// with all notifications.

import { Suspense, useEffect } from 'react'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppSelector, useAppStore } from '../../app/hooks.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { lists } from '../../shared/texts/notifications.ts'
import { newestQuery, useGetInboxQuery } from './inboxApi.ts'
import { selectInbox } from './inboxSlice.ts'
import { startLiveSession } from './live.ts'
import { Toasts } from './Toasts.tsx'
import './notifications.css'

const AllNotifications = lazyWithRetry(() => import('./AllNotifications.tsx'))

export default function LiveNotifications() {
  const store = useAppStore()
  const userId = useAppSelector(selectUser)?.id
  const { isListOpen } = useAppSelector(selectInbox)
  // Loaded once on every page, so the bell opens without waiting.
  useGetInboxQuery(newestQuery)
  useEffect(() => (userId ? startLiveSession(store, userId) : undefined), [store, userId])
  return (
    <ErrorBoundary title={lists.boundary}>
      <Toasts />
      {isListOpen && (
        <Suspense fallback={null}>
          <AllNotifications />
        </Suspense>
      )}
    </ErrorBoundary>
  )
}
