import { stages as texts } from '../../app/texts/orders.ts'
import type { StepRead } from '../../app/wire/content.ts'
import { days, shortDay } from '../../lib/dates'
import { Tag } from '../../ui/Tag'
import { type Deviation, deviationsOf, startOf } from './journey.ts'

type Props = { steps: readonly StepRead[]; now: Date }

/** The seven steps with plan, fact and the difference in words. */
export function Stages({ steps, now }: Props) {
  return (
    <section aria-labelledby="order-stages">
      <h2 id="order-stages" className="db-sub">
        {texts.title}
      </h2>
      <table className="ui-table db-stages">
        <caption className="sr">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.stage}</th>
            <th scope="col">{texts.columns.plan}</th>
            <th scope="col">{texts.columns.fact}</th>
            <th scope="col">{texts.columns.deviation}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, place) => (
            <tr key={step.key} data-state={step.status}>
              <th scope="row">
                <i aria-hidden="true" />
                <span className="strong">
                  {place + 1}. {step.title}
                </span>
                <span className="sr">, {texts.states[step.status]}</span>
                {step.note && <p>{step.note}</p>}
              </th>
              <td data-cap={texts.columns.plan}>{days(step.planned_from, step.planned_to)}</td>
              <td data-cap={texts.columns.fact}>{factOf(steps, step)}</td>
              <td>
                {deviationsOf(steps, step, now).map((one) => (
                  <DeviationNote key={one.text} deviation={one} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function factOf(steps: readonly StepRead[], step: StepRead): string {
  if (step.actual_at) return shortDay(step.actual_at)
  return step.status === 'current' ? texts.since(shortDay(startOf(steps, step))) : texts.none
}

function DeviationNote({ deviation: { tone, text } }: { deviation: Deviation }) {
  if (tone === 'live') return <Tag tone="live">{text}</Tag>
  return <p data-tone={tone}>{text}</p>
}
