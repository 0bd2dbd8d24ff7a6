// Layout of the personal area: access, the heading and the list of sections, and the error screen of a page.

import { Outlet, useLocation } from 'react-router'
import { Guard } from '../../../features/auth/Guard.tsx'
import { DashboardFrame } from '../../../features/dashboard/DashboardFrame.tsx'
import { ErrorBoundary } from '../../../shared/ErrorBoundary.tsx'
import { useRouteHandle } from '../../../shared/routeHandle.ts'

export default function DashboardLayout() {
  const { dashboardHead } = useRouteHandle()
  const { pathname } = useLocation()
  return (
    <Guard>
      {/* The frame is new on each page, so the pressed tab disappears and the heading gets the focus. */}
      <ErrorBoundary key={pathname}>
        <DashboardFrame {...dashboardHead}>
          <Outlet />
        </DashboardFrame>
      </ErrorBoundary>
    </Guard>
  )
}
