import { StatusPage } from '../../features/status/StatusPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { status } from '../../shared/texts/status.ts'

export const meta = () => createPageMeta(status, pages.status)

export default StatusPage
