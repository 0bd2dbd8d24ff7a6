// Every page of the personal area: who may see it, and the screen of an error in one of them.

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
