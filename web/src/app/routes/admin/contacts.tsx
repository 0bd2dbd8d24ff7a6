import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { contactsSection } from '../../../features/admin/inbox/inboxSections.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('contacts')

export const clientLoader = createSectionLoader({ contacts: contactsSection })

export const shouldRevalidate = isOtherPage

export default function ContactsRoute() {
  return (
    <AdminSection name="contacts">
      <AdminList section={contactsSection} />
    </AdminSection>
  )
}
