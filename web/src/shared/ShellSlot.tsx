// One slot of the shell. An error in it removes this part and is logged; the page stays. The next
// page tries again.

import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { logLater } from '../platform/logLater.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

type Props = {
  /** Name of the part in the log. */
  name: string
  fallback?: ReactNode
  onError?: () => void
  children: ReactNode
}

export function ShellSlot({ name, fallback = null, onError, children }: Props) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      quiet
      resetKey={pathname}
      onError={(error) => {
        logLater(name, error)
        onError?.()
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
