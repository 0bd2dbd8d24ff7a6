import { Guard } from '../../features/auth/Guard.tsx'
import { CentrePage } from '../../features/notifications/CentrePage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { centre } from '../texts/notifications.ts'

export const meta = () =>
  pageMeta({
    title: centre.title,
    description: centre.description,
    path: pages.notifications,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: centre.title, stampScale: '1 : 1' }

export default function NotificationsRoute() {
  return (
    <Guard>
      <CentrePage />
    </Guard>
  )
}
