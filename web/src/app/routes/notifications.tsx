import { guarded } from '../../features/auth/Guard.tsx'
import { CentrePage } from '../../features/notifications/CentrePage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { centre } from '../../shared/texts/notifications.ts'

export const meta = () => hiddenMeta(centre, pages.notifications)

export default guarded(<CentrePage />)
