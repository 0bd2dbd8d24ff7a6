import { NotFoundPage } from '../../features/shell/NotFoundPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { notFound } from '../texts/notFound.ts'

export const meta = () => hiddenMeta(notFound, pages.notFound)

export const handle: RouteHandle = { stampTitle: notFound.title, stampScale: '1 : ∞' }

export default NotFoundPage
