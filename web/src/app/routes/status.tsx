import { StatusPage } from '../../features/status/StatusPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { shell } from '../texts/shell.ts'
import { status } from '../texts/status.ts'

export const meta = () =>
  pageMeta({
    title: status.title,
    description: status.description,
    path: pages.status,
    jsonLd: [
      breadcrumbs(
        { name: shell.home, path: pages.home },
        { name: status.title, path: pages.status },
      ),
    ],
  })

export const handle: RouteHandle = { stampTitle: status.title, stampScale: '90 дней' }

export default StatusPage
