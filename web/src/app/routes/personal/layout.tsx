// Layout of the pages of a signed-in user: access, and the error screen of a page.

import { Outlet, useLocation } from 'react-router'
import { Guard } from '../../../features/auth/Guard.tsx'
import { ErrorBoundary } from '../../../shared/ErrorBoundary.tsx'

export default function PersonalLayout() {
  const { pathname } = useLocation()
  return (
    <Guard>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Guard>
  )
}
