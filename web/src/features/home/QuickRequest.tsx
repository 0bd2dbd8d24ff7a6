import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { useSettings } from '../../app/settings.ts'
import { quickRequest as texts } from '../../app/texts/homeSections.ts'
import { Station } from '../../ui/way/RouteSection.tsx'
import './QuickRequest.css'
import { RequestForm } from './RequestForm.tsx'

/** Moscow, the last station of the page and the only active one. */
export function QuickRequest() {
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
              <span>{place === 0 ? `${text}: ${workingHours.toLowerCase()}` : text}</span>
            </li>
          ))}
        </ul>
      </div>
      <RequestForm
        policy={
          <Link to={pages.privacy} className="s">
            {texts.policy}
          </Link>
        }
      />
    </section>
  )
}
