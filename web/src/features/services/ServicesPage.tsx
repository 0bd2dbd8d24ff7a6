// What can be ordered, how long it takes, and what it costs at customs.

import type { ReactNode } from 'react'
import { anchors } from '../../app/paths.ts'
import { calculatorHead } from '../../app/texts/calculatorHead.ts'
import { advantages, serviceSteps, services } from '../../app/texts/services.ts'
import { stepSpans } from '../../app/texts/stepSpans.ts'
import { LinkButton } from '../../ui/Button'
import { Route, RouteSection } from '../../ui/way/RouteSection'
import { TimeScale } from '../../ui/way/TimeScale'
import { ServiceCards } from './ServiceCards.tsx'
import './services.css'

/** The calculator is another feature: the route passes it in. */
export function ServicesPage({ calculator: form }: { calculator: ReactNode }) {
  return (
    <Route>
      <section className="page section serv-hero">
        <h1 className="display">{services.heading}</h1>
        <p className="lead">{services.lead}</p>
      </section>
      <RouteSection id="cards" station="10° Штутгарт" title={services.cardsTitle}>
        <ServiceCards />
      </RouteSection>
      <RouteSection
        id="calculator"
        station="21° Калининград"
        title={calculatorHead.title}
        aside={<p>{calculatorHead.lead}</p>}
      >
        {form}
      </RouteSection>
      <RouteSection
        id="steps"
        station="30° Смоленск"
        title={services.stepsTitle}
        aside={<p>{services.stepsLead}</p>}
        band
      >
        <TimeScale steps={serviceSteps} spans={stepSpans} />
      </RouteSection>
      <RouteSection
        id="advantages"
        station="36° Можайск"
        title={services.advantagesTitle}
        className="only-d"
      >
        <dl className="serv-advantages">
          {advantages.map(({ title, text }) => (
            <div key={title}>
              <dt className="strong">{title}</dt>
              <dd className="ink2">{text}</dd>
            </div>
          ))}
        </dl>
      </RouteSection>
      <RouteSection
        id="start"
        station="38° Москва"
        live
        title={services.ctaTitle}
        aside={<p>{services.ctaText}</p>}
      >
        <LinkButton to={anchors.quickRequest}>{services.cta}</LinkButton>
      </RouteSection>
    </Route>
  )
}
