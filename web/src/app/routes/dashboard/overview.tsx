import { OverviewPage } from '../../../features/dashboard/OverviewPage.tsx'
import { PreferencesForm } from '../../../features/notifications/PreferencesForm.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { dashboard } from '../../../shared/texts/dashboard.ts'

export const meta = () => hiddenMeta(dashboard, pages.dashboard)

export default function OverviewRoute() {
  return <OverviewPage preferences={<PreferencesForm />} />
}
