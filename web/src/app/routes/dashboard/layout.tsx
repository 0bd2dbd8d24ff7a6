// Layout of the personal area: access, and the error screen of a page.

import { Outlet, useLocation } from 'react-router'
import { Guard } from '../../../features/auth/Guard.tsx'
import { ErrorBoundary } from '../../../shared/ErrorBoundary.tsx'

export default function DashboardLayout() {
  const { pathname } = useLocation()
  return (
    <Guard>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Guard>
  )
}
