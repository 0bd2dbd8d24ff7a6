// The error boundary of routes whose record may not exist.

import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'

/**
 * Shows `children` for a 404 of the route's loader. Other errors go to the boundary of the frame.
 */
export function MissingRecord({ children }: { children: ReactNode }) {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return children
  throw error
}
