import { StatusPage } from '../../features/status/StatusPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { status } from '../texts/status.ts'

export const meta = () => pageMeta(status, pages.status)

export const handle: RouteHandle = { stampTitle: status.title, stampScale: '90 дней' }

export default StatusPage
