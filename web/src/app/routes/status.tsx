import { StatusPage } from '../../features/status/StatusPage.tsx'
import { pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { status } from '../../shared/texts/status.ts'

export const meta = () => pageMeta(status, pages.status)

export const handle: RouteHandle = { stampTitle: status.title, stampScale: '90 дней' }

export default StatusPage
