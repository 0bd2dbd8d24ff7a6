import { Suspense } from 'react'
import { nearLazy } from '../../app/nearLazy.ts'
import {
  cards,
  contactForm,
  contacts,
  faq,
  faqTitle,
  officeMap,
  visit,
} from '../../app/texts/contacts.ts'
import { Accordion } from '../../ui/Accordion'
import { Route, RouteSection, Station } from '../../ui/way/RouteSection.tsx'
import { ContactCards } from './ContactCards.tsx'
import '../../ui/Checkbox.css'
import '../../ui/Field.css'
import '../../ui/FormSummary.css'
import '../../ui/Note.css'
import '../../ui/Select.css'
import './contacts.css'

const ContactForm = nearLazy(
  'contact-form',
  async () => (await import('./ContactForm.tsx')).ContactForm,
)
const OfficeMap = nearLazy('location', async () => (await import('./OfficeMap.tsx')).OfficeMap)
// Elements for good: new ones would be updates to parts that React has not taken over yet.
const form = (
  <Suspense fallback={<div className="contacts-form-place" />}>
    <ContactForm />
  </Suspense>
)
const map = (
  <Suspense fallback={<div className="contacts-map" />}>
    <OfficeMap />
  </Suspense>
)

const questions = faq.map(({ id, question, answer }) => ({
  id,
  title: question,
  content: <p>{answer}</p>,
}))

export function ContactsPage() {
  return (
    <Route>
      <section className="page pagehead">
        <h1>{contacts.heading}</h1>
        <p className="aside">{contacts.lead}</p>
      </section>
      <section className="page contacts-facts" aria-labelledby="cards-title">
        <h2 id="cards-title" className="sr">
          {cards.title}
        </h2>
        <ContactCards />
      </section>
      <section
        id="contact-form"
        className="section page contacts-write"
        aria-labelledby="contact-form-title"
      >
        <Station name="38° Москва" live />
        <div>
          <h2 id="contact-form-title">{contactForm.title}</h2>
          <p className="ink2 contacts-lead">{contactForm.lead}</p>
        </div>
        {form}
      </section>
      <RouteSection id="location" title={officeMap.title}>
        {map}
        <div className="contacts-visit">
          <div>
            <h3>{visit.directionsTitle}</h3>
            <dl className="contacts-directions">
              {visit.directions.map(({ title, text }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div>
            <h3>{visit.title}</h3>
            <ul className="contacts-notes">
              {visit.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
        </div>
      </RouteSection>
      <RouteSection id="faq" title={faqTitle} className="contacts-faq">
        <Accordion items={questions} openId={faq[0].id} />
      </RouteSection>
    </Route>
  )
}
