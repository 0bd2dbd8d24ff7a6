import { NotFoundPage } from '../../features/shell/NotFoundPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { notFound } from '../texts/notFound.ts'

export const meta = () =>
  pageMeta({
    title: notFound.title,
    description: notFound.description,
    path: pages.notFound,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: notFound.title, stampScale: '1 : ∞' }

export default NotFoundPage
