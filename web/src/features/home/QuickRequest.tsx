import { LeadForm } from '../../app/form/LeadForm.tsx'
import { useSettings } from '../../app/settings.ts'
import { quickRequest as texts } from '../../app/texts/homeSections.ts'
import { typographer } from '../../lib/typography'
import { Station } from '../../ui/way/RouteSection.tsx'
import './QuickRequest.css'
import { useLinkedRequest } from './useLinkedRequest.ts'

/** Moscow, the last station of the page and the only active one. */
export default function QuickRequest() {
  const { workingHours } = useSettings()
  return (
    <section
      id="quick-request"
      className="section page home-request"
      aria-labelledby="quick-request-title"
    >
      <Station name="38° Москва" live />
      <div>
        <h2 id="quick-request-title">{texts.title}</h2>
        <p className="ink2 home-request-lead">{texts.lead}</p>
        <ul className="home-promises">
          {texts.promises.map(({ value, text }, place) => (
            <li key={value}>
              <b>{value}</b>
              <span>
                {place === 0 ? typographer(`${text}: ${workingHours.toLowerCase()}`) : text}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <LeadForm
        id="request"
        label={texts.form}
        messageHint={texts.messageHint}
        messageRows={4}
        about={useLinkedRequest()}
      />
    </section>
  )
}
