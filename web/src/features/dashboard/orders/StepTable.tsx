import type { StepRead } from '../../../api/wire/content.ts'
import { formatDayRange } from '../../../lib/dates.ts'
import { typographer } from '../../../lib/typography.ts'
import { orderSteps as texts } from '../../../shared/texts/orders.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { type Deviation, findStepStart, listStepDeviations } from './orderSteps.ts'

type Props = { steps: readonly StepRead[]; now: Date }

/** The seven steps with planned dates, actual dates and the deviation. */
export function StepTable({ steps, now }: Props) {
  return (
    <TitledSection id="order-step-table" title={texts.title}>
      <table className="ui-table db-step-table">
        <caption className="sr">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.columns.stage}</th>
            <th scope="col">{texts.columns.plan}</th>
            <th scope="col">{texts.columns.actual}</th>
            <th scope="col">{texts.columns.deviation}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={step.key} data-state={step.status}>
              <th scope="row">
                <i aria-hidden="true" />
                <span className="strong">
                  {index + 1}. {typographer(step.title)}
                </span>
                <span className="sr">, {texts.states[step.status]}</span>
                {step.note && <p>{typographer(step.note)}</p>}
              </th>
              <td className="nowrap" data-label={texts.columns.plan}>
                {formatDayRange(step.planned_from, step.planned_to)}
              </td>
              <td className="nowrap" data-label={texts.columns.actual}>
                {formatActualDate(steps, step)}
              </td>
              <td>
                {listStepDeviations(steps, step, now).map((deviation) => (
                  <DeviationNote key={deviation.text} deviation={deviation} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledSection>
  )
}

function formatActualDate(steps: readonly StepRead[], step: StepRead): string {
  if (step.actual_at) return formatDayRange(step.actual_at, step.actual_at)
  if (step.status !== 'current') return texts.none
  const start = findStepStart(steps, step)
  return texts.since(formatDayRange(start, start))
}

function DeviationNote({ deviation: { tone, text } }: { deviation: Deviation }) {
  if (tone === 'live') return <Tag tone="live">{text}</Tag>
  return <p data-tone={tone}>{typographer(text)}</p>
}
