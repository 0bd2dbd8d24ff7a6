import { Link } from 'react-router'
import { pages } from '../../shared/paths.ts'
import { howWeWork, steps } from '../../shared/texts/homeSections.ts'
import { stepSpans } from '../../shared/texts/stepSpans.ts'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import { TimeScale } from '../../ui/journey/TimeScale.tsx'

export default function HowWeWork() {
  return (
    <JourneySection
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
    </JourneySection>
  )
}
