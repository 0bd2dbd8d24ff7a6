import { Suspense } from 'react'
import { lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { anchors, pages } from '../../app/paths.ts'
import { useSettings } from '../../app/settings.ts'
import { about, invitation, mission, values } from '../../app/texts/about.ts'
import { LinkButton } from '../../ui/Button'
import { Counter } from '../../ui/Counter'
import { Route, RouteSection, Station } from '../../ui/way/RouteSection.tsx'
import './about.css'

const Team = lazyWhenVisible('team', () => import('./Team.tsx'))
const History = lazyWhenVisible('history', () => import('./History.tsx'))
// Elements for good: new ones would be updates to parts that React has not taken over yet.
const team = (
  <Suspense fallback={<div id="team" className="section page" />}>
    <Team />
  </Suspense>
)
const history = (
  <Suspense fallback={<div id="history" className="section page" />}>
    <History />
  </Suspense>
)

export function AboutPage() {
  return (
    <Route>
      <section id="hero" className="page pagehead">
        <h1>{about.heading}</h1>
        <p className="aside">{about.lead}</p>
      </section>
      <Mission />
      <RouteSection
        id="values"
        station="16°"
        title={values.title}
        aside={<p>{values.lead}</p>}
        className="about-values"
      >
        <ul>
          {values.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="s ink2">{text}</p>
            </li>
          ))}
        </ul>
      </RouteSection>
      {team}
      {history}
      <section className="section page about-invitation" aria-labelledby="invitation-title">
        <Station name="38° Москва" live />
        <h2 id="invitation-title">{invitation.title}</h2>
        <div>
          <p className="lead">{invitation.text}</p>
          <div className="btns">
            <LinkButton to={anchors.quickRequest}>{invitation.request}</LinkButton>
            <LinkButton to={pages.services} variant="line">
              {invitation.services}
            </LinkButton>
          </div>
        </div>
      </section>
    </Route>
  )
}

/** '10+' of the settings: the figure and the sign after it. */
function parted(years: string): { value: number; suffix: string } {
  const [, figure = '0', suffix = ''] = /^\D*(\d+)\s*(.*)$/.exec(years) ?? []
  return { value: Number(figure), suffix }
}

function Mission() {
  const { yearsDesktop, yearsMobile } = useSettings()
  const { clients, countries, years, deals } = mission.figures
  const figures = [
    clients,
    countries,
    { ...years, ...parted(yearsDesktop), only: 'only-d' },
    { ...years, ...parted(yearsMobile), only: 'only-m' },
    deals,
  ]
  return (
    <RouteSection
      id="mission"
      station="9° Штутгарт"
      title={mission.title}
      className="about-mission"
    >
      <p className="about-mission-text">{mission.text}</p>
      <dl className="about-figures">
        {figures.map(({ label, note, value, suffix, duration, ...rest }) => (
          <div
            key={label + ('only' in rest ? rest.only : '')}
            className={'only' in rest ? rest.only : ''}
          >
            <dt className="s">{label}</dt>
            <dd>
              <Counter value={value} suffix={suffix || undefined} duration={duration} large />
            </dd>
            <dd className="s mute">{note}</dd>
          </div>
        ))}
      </dl>
    </RouteSection>
  )
}
