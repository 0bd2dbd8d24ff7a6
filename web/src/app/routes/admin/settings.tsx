import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { SettingsSection } from '../../../features/admin/SettingsSection.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('settings')

export default function SettingsRoute() {
  return (
    <AdminSection name="settings">
      <SettingsSection />
    </AdminSection>
  )
}
