import { useSettings } from '../../api/settings.ts'
import { deferredPart } from '../../platform/deferredPart.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { about, invitation, mission, values } from '../../shared/texts/about.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Counter } from '../../ui/Counter.tsx'
import { JourneyLine, JourneySection, Station } from '../../ui/journey/JourneySection.tsx'
import './about.css'

const team = deferredPart({
  id: 'team',
  load: () => import('./Team.tsx'),
  fallback: <div id="team" className="section page" />,
  start: 'whenVisible',
})
const history = deferredPart({
  id: 'history',
  load: () => import('./History.tsx'),
  fallback: <div id="history" className="section page" />,
  start: 'whenVisible',
})

export function AboutPage() {
  return (
    <JourneyLine>
      <section id="hero" className="page pagehead">
        <h1>{about.heading}</h1>
        <p className="aside">{about.lead}</p>
      </section>
      <Mission />
      <JourneySection
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
      </JourneySection>
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
    </JourneyLine>
  )
}

/** Splits a number of years from the settings, such as '10+', into 10 and '+'. */
function splitYears(years: string): { value: number; suffix: string } {
  const [, figure = '0', suffix = ''] = /^\D*(\d+)\s*(.*)$/.exec(years) ?? []
  return { value: Number(figure), suffix }
}

type MissionFigure = {
  label: string
  note: string
  value: number
  suffix: string
  duration: number
  /** The CSS class of a figure that only one layout shows. */
  layoutClass?: 'only-d' | 'only-m'
}

function Mission() {
  const { yearsDesktop, yearsMobile } = useSettings()
  const { clients, countries, years, deals } = mission.figures
  const figures: MissionFigure[] = [
    clients,
    countries,
    { ...years, ...splitYears(yearsDesktop), layoutClass: 'only-d' },
    { ...years, ...splitYears(yearsMobile), layoutClass: 'only-m' },
    deals,
  ]
  return (
    <JourneySection
      id="mission"
      station="9° Штутгарт"
      title={mission.title}
      className="about-mission"
    >
      <p className="about-mission-text">{mission.text}</p>
      <dl className="about-figures">
        {figures.map(({ label, note, value, suffix, duration, layoutClass = '' }) => (
          <div key={label + layoutClass} className={layoutClass}>
            <dt className="s">{label}</dt>
            <dd>
              <Counter value={value} suffix={suffix || undefined} duration={duration} large />
            </dd>
            <dd className="s mute">{note}</dd>
          </div>
        ))}
      </dl>
    </JourneySection>
  )
}
