import { deferredPart } from '../../platform/deferredPart.ts'
import { cards, contacts, faq, faqTitle, writeToUs } from '../../shared/texts/contacts.ts'
import { Accordion } from '../../ui/Accordion.tsx'
import { JourneyLine, JourneySection, Station } from '../../ui/journey/JourneySection.tsx'
import { ContactCards } from './ContactCards.tsx'
import './contacts.css'

const form = deferredPart({
  id: 'contact-form',
  load: () => import('./ContactForm.tsx'),
  fallback: <div />,
  start: 'whenVisible',
})
const location = deferredPart({
  id: 'location',
  load: () => import('./Location.tsx'),
  fallback: <div id="location" className="section page" />,
  start: 'whenVisible',
})

const questions = faq.map(({ id, question, answer }) => ({
  id,
  title: question,
  content: <p>{answer}</p>,
}))

export function ContactsPage() {
  return (
    <JourneyLine>
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
          <h2 id="contact-form-title">{writeToUs.title}</h2>
          <p className="ink2 contacts-lead">
            <span className="only-d">{writeToUs.subject} </span>
            {writeToUs.lead}
          </p>
        </div>
        {form}
      </section>
      {location}
      <JourneySection id="faq" title={faqTitle} className="contacts-faq">
        <Accordion items={questions} openId={faq[0].id} />
      </JourneySection>
    </JourneyLine>
  )
}
