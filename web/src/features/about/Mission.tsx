import { useSettings } from '../../app/settings.ts'
import { mission } from '../../app/texts/about.ts'
import { Counter } from '../../ui/Counter'
import { RouteSection } from '../../ui/way/RouteSection.tsx'

/** '10+' of the settings: the figure and the sign after it. */
function parted(years: string): { value: number; suffix: string } {
  const [, figure = '0', suffix = ''] = /^\D*(\d+)\s*(.*)$/.exec(years) ?? []
  return { value: Number(figure), suffix }
}

export function Mission() {
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
