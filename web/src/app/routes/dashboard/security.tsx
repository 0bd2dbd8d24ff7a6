import { Security } from '../../../features/auth/security/Security.tsx'
import { securityApi } from '../../../features/auth/security/securityApi.ts'
import { socialApi } from '../../../features/auth/social/socialApi.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { security } from '../../../shared/texts/security.ts'
import { beforeRender, startPersonalQueries } from '../../startQueries.ts'

export const meta = () => createHiddenMeta(security, pages.dashboardSecurity)

export const handle: RouteHandle = {
  dashboardHead: { title: security.title },
}

export const clientLoader = () =>
  startPersonalQueries(
    securityApi.endpoints.getSessions.initiate(undefined, beforeRender),
    securityApi.endpoints.getSecondFactor.initiate(undefined, beforeRender),
    securityApi.endpoints.getPasskeys.initiate(undefined, beforeRender),
    securityApi.endpoints.getIdentities.initiate(undefined, beforeRender),
    socialApi.endpoints.getProviders.initiate(undefined, beforeRender),
    securityApi.endpoints.getConsents.initiate(undefined, beforeRender),
  )

export default Security
