import { useSettings } from '../../api/settings.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { serviceCards, services } from '../../shared/texts/services.ts'
import { LinkButton } from '../../ui/Button.tsx'

/** Each card has its own anchor: #selection, #history, #delivery, #trade-in. */
export function ServiceCards() {
  const { servicePrices: prices } = useSettings()
  const sums = {
    selection: prices.selection,
    history: prices.inspection,
    delivery: prices.delivery,
    'trade-in': 0,
  }
  return (
    <div className="serv-cards">
      {serviceCards.map(({ id, title, text, features, action, kind }) => (
        <article key={id} id={id} className="serv-card" aria-labelledby={`${id}-name`}>
          <h3 id={`${id}-name`}>{title}</h3>
          <p className="serv-price num">{services.prices[id](formatRoubles(sums[id], 'text'))}</p>
          <p className="ink2">{text}</p>
          <ul>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <LinkButton
            variant="line"
            to={`${pages.home}?kind=${kind}${anchors.quickRequest.slice(1)}`}
          >
            {action}
          </LinkButton>
        </article>
      ))}
    </div>
  )
}
