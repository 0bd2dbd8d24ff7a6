import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { contactsSection } from '../../../features/admin/inboxSections.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('contacts')

export default function ContactsRoute() {
  return (
    <AdminSection name="contacts">
      <AdminList section={contactsSection} />
    </AdminSection>
  )
}
