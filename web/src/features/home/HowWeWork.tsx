import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { howWeWork, steps } from '../../app/texts/homeSections.ts'
import { stepSpans } from '../../app/texts/stepSpans.ts'
import { RouteSection } from '../../ui/way/RouteSection.tsx'
import { TimeScale } from '../../ui/way/TimeScale.tsx'

export default function HowWeWork() {
  return (
    <RouteSection
      id="how-we-work"
      station="21° Калининград"
      title={howWeWork.title}
      aside={
        <p>
          {howWeWork.lead} <Link to={pages.services}>{howWeWork.link}</Link>
        </p>
      }
      band
    >
      <TimeScale steps={steps} spans={stepSpans} />
    </RouteSection>
  )
}
