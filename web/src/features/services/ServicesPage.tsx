// The services: what can be ordered, how long it takes, and the customs payments.

import type { ReactNode } from 'react'
import { type SiteSettings, useSettings } from '../../api/settings.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { anchors } from '../../shared/paths.ts'
import { calculatorHead } from '../../shared/texts/calculatorHead.ts'
import { advantages, serviceSteps, services } from '../../shared/texts/services.ts'
import { stepSpans } from '../../shared/texts/stepSpans.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { JourneyLine, JourneySection } from '../../ui/journey/JourneySection.tsx'
import { TimeScale } from '../../ui/journey/TimeScale.tsx'
import { ServiceCards } from './ServiceCards.tsx'
import './services.css'

function formatPrices({ work, delivery, laboratory }: SiteSettings['servicePrices']): string {
  const format = (sum: number) => formatRoubles(sum, 'text')
  const total = work + delivery + laboratory
  return services.pricesNote(format(work), format(delivery), format(laboratory), format(total))
}

type Props = { calculator: ReactNode; rateHistory: ReactNode }

/** The calculator is another feature, so the route passes its form and the history of the rate. */
export function ServicesPage({ calculator, rateHistory }: Props) {
  const { servicePrices: prices } = useSettings()
  return (
    <JourneyLine>
      <section className="page section serv-hero">
        <h1 className="display">{services.heading}</h1>
        <p className="lead">{services.lead}</p>
      </section>
      <JourneySection
        id="cards"
        station="10° Штутгарт"
        title={services.cardsTitle}
        aside={<p>{formatPrices(prices)}</p>}
      >
        <ServiceCards />
      </JourneySection>
      <JourneySection
        id="calculator"
        station="21° Калининград"
        title={calculatorHead.title}
        aside={<p>{calculatorHead.lead}</p>}
      >
        {calculator}
        {rateHistory}
      </JourneySection>
      <JourneySection
        id="steps"
        station="30° Смоленск"
        title={services.stepsTitle}
        aside={<p>{services.stepsLead}</p>}
        band
      >
        <TimeScale steps={serviceSteps} spans={stepSpans} />
      </JourneySection>
      <JourneySection
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
      </JourneySection>
      <JourneySection
        id="start"
        station="38° Москва"
        live
        title={services.ctaTitle}
        aside={<p>{services.ctaText}</p>}
      >
        <LinkButton to={anchors.quickRequest}>{services.cta}</LinkButton>
      </JourneySection>
    </JourneyLine>
  )
}
