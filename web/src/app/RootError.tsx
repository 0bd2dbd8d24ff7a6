// Shown when the frame of the site failed to render: only an error with a reload button.

import { useEffect } from 'react'
import { Provider } from 'react-redux'
import { logLater } from '../platform/logLater.ts'
import { ErrorScreen } from '../shared/ErrorBoundary.tsx'
import { getPageStore } from './store.ts'

export function RootError({ error }: { error: unknown }) {
  useEffect(() => logLater('root', error), [error])
  return (
    <Provider store={getPageStore()}>
      <main id="main">
        <ErrorScreen retriesLeft={0} onRetry={() => location.reload()} />
      </main>
    </Provider>
  )
}
