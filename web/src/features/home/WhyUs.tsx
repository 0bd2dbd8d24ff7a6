import { useSettings } from '../../api/settings.ts'
import { whyUs } from '../../shared/texts/homeSections.ts'
import { DimensionLine } from '../../ui/DimensionLine.tsx'
import '../../ui/Counter.css'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import './WhyUs.css'

/** Splits '10+' into the number and the sign, which is set smaller. */
const splitFigure = (figure: string) => {
  const [, value = figure, sign = ''] = /^(\d+)(.*)$/.exec(figure) ?? []
  return { value, sign }
}

export default function WhyUs() {
  const { yearsDesktop, yearsMobile } = useSettings()
  const { clients, deals, countries, years } = whyUs.figures
  return (
    <JourneySection
      id="why-us"
      station="10° Гамбург"
      title={whyUs.title}
      aside={<p>{whyUs.lead}</p>}
    >
      <div className="home-figures">
        <Figure {...clients} />
        <Figure {...deals} />
        <Figure {...countries} />
        <Figure {...years} {...splitFigure(yearsDesktop)} className="only-d" />
        <Figure {...years} {...splitFigure(yearsMobile)} className="only-m" />
      </div>
      <div className="home-rules">
        {whyUs.rules.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </JourneySection>
  )
}

type FigureProps = {
  measure: string
  value: string
  sign: string
  text: string
  className?: string
}

function Figure({ measure, value, sign, text, className }: FigureProps) {
  return (
    <div className={className}>
      <DimensionLine>{measure}</DimensionLine>
      <p className="ui-counter-figure is-large home-figure">
        {value}
        {sign && <sup>{sign}</sup>}
      </p>
      <p className="s ink2">{text}</p>
    </div>
  )
}
