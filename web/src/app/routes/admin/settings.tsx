import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import {
  SettingsSection,
  settingsRequests,
} from '../../../features/admin/settings/SettingsSection.tsx'
import { addressOf, isOtherPage, startPersonalQueries } from '../../startQueries.ts'
import type { Route } from './+types/settings.ts'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('settings')

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  startPersonalQueries(...settingsRequests(addressOf(args)))

export const shouldRevalidate = isOtherPage

export default function SettingsRoute() {
  return (
    <AdminSection name="settings">
      <SettingsSection />
    </AdminSection>
  )
}
