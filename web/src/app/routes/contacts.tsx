import { ContactsPage } from '../../features/contacts/ContactsPage.tsx'
import { createPageMeta, describeDealer } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { contacts, faq } from '../../shared/texts/contacts.ts'

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
  createPageMeta(contacts, pages.contacts, {
    image: '/og/contacts.png',
    jsonLd: [describeDealer(), questions],
  })

export default ContactsPage
