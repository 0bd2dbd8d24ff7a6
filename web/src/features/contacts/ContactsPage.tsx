import { Suspense } from 'react'
import { lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { cards, contacts, faq, faqTitle, write } from '../../app/texts/contacts.ts'
import { Accordion } from '../../ui/Accordion'
import { Route, RouteSection, Station } from '../../ui/way/RouteSection.tsx'
import { ContactCards } from './ContactCards.tsx'
import './contacts.css'

const ContactForm = lazyWhenVisible('contact-form', () => import('./ContactForm.tsx'))
const Location = lazyWhenVisible('location', () => import('./Location.tsx'))
// Elements for good: new ones would be updates to parts that React has not taken over yet.
const form = (
  <Suspense fallback={<div />}>
    <ContactForm />
  </Suspense>
)
const location = (
  <Suspense fallback={<div id="location" className="section page" />}>
    <Location />
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
      <section className="page contacts-details" aria-labelledby="cards-title">
        <h2 id="cards-title" className="sr">
          {cards.title}
        </h2>
        <ContactCards />
      </section>
      <section
        id="contact-form"
        className="section page halves contacts-write"
        aria-labelledby="contact-form-title"
      >
        <Station name="38° Москва" live />
        <div>
          <h2 id="contact-form-title">{write.title}</h2>
          <p className="ink2 contacts-lead">
            <span className="only-d">{write.subject} </span>
            {write.lead}
          </p>
        </div>
        {form}
      </section>
      {location}
      <RouteSection id="faq" title={faqTitle} className="contacts-faq">
        <Accordion items={questions} openId={faq[0].id} />
      </RouteSection>
    </Route>
  )
}
