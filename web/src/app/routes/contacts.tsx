import { ContactsPage } from '../../features/contacts/ContactsPage.tsx'
import { autoDealer, breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { contacts, faq } from '../texts/contacts.ts'
import { shell } from '../texts/shell.ts'

const questions = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

export const meta = () =>
  pageMeta({
    title: contacts.title,
    description: contacts.description,
    path: pages.contacts,
    image: '/og/contacts.png',
    jsonLd: [
      autoDealer(),
      questions,
      breadcrumbs(
        { name: shell.home, path: pages.home },
        { name: contacts.title, path: pages.contacts },
      ),
    ],
  })

export const handle: RouteHandle = { stampTitle: contacts.title, stampScale: '1 : 5000' }

export default ContactsPage
