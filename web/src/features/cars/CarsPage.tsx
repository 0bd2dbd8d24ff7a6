import { deferredPart } from '../../platform/deferredPart.ts'
import { cars as texts } from '../../shared/texts/cars.ts'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import './cars.css'

// The prerendered HTML has the toolbar and the placeholders of the cars. Their code is loaded right
// after the first paint.
const catalogue = deferredPart({
  id: 'catalogue',
  load: () => import('./Catalogue.tsx'),
  fallback: <div className="page cars-waiting" />,
  start: 'afterHydration',
})

export function CarsPage() {
  return (
    <JourneyLine>
      <section className="page cars-head">
        <h1>{texts.heading}</h1>
        <p className="aside">{texts.lead}</p>
      </section>
      {catalogue}
    </JourneyLine>
  )
}
