// Layout of the admin panel: access, the list of sections, and the error screen of a section.

import { Outlet, useLocation } from 'react-router'
import { AdminFrame } from '../../../features/admin/AdminFrame.tsx'
import { createSectionCountRequests } from '../../../features/admin/overview/overviewReads.ts'
import { FirstPasswordNote } from '../../../features/auth/FirstPasswordNote.tsx'
import { Guard } from '../../../features/auth/Guard.tsx'
import { ErrorBoundary } from '../../../shared/ErrorBoundary.tsx'
import { type RouteHandle, useRouteHandle } from '../../../shared/routeHandle.ts'
import { panel } from '../../../shared/texts/adminPanel.ts'
import { startPanelQueries } from '../../startQueries.ts'

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export const clientLoader = () => startPanelQueries(...createSectionCountRequests())

export const shouldRevalidate = () => false

export default function AdminLayout() {
  const { guard } = useRouteHandle()
  const { pathname } = useLocation()
  return (
    <Guard admin {...guard}>
      <AdminFrame>
        <FirstPasswordNote />
        <ErrorBoundary key={pathname} title={panel.boundary}>
          <Outlet />
        </ErrorBoundary>
      </AdminFrame>
    </Guard>
  )
}
