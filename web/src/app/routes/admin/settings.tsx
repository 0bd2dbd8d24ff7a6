import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import {
  createSettingsRequests,
  SettingsSection,
} from '../../../features/admin/settings/SettingsSection.tsx'
import { isOtherPage, readSearchParams, startPanelQueries } from '../../startQueries.ts'
import type { Route } from './+types/settings.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('settings')

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  startPanelQueries(...createSettingsRequests(readSearchParams(args)))

export const shouldRevalidate = isOtherPage

export default function SettingsRoute() {
  return (
    <AdminSection name="settings">
      <SettingsSection />
    </AdminSection>
  )
}
