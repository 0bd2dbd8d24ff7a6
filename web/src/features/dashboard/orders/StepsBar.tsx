import type { StepRead } from '../../../api/wire/content.ts'
import { orders as texts } from '../../../shared/texts/orders.ts'
import { findCurrentStep, findCurrentStepNumber } from './orderSteps.ts'

type Props = {
  steps: readonly Pick<StepRead, 'key' | 'title' | 'status'>[]
  status: 'active' | 'done' | 'cancelled'
  /** Shows the names of the steps if there is room. */
  named?: boolean
}

export function describeOrderProgress({ steps, status }: Pick<Props, 'steps' | 'status'>): string {
  if (status === 'cancelled') return texts.cancelled
  const current = findCurrentStep(steps)
  return status === 'done' || !current
    ? texts.done
    : texts.stage(findCurrentStepNumber(steps), current.title)
}

/** The seven steps of an order as a short line. */
export function StepsBar({ steps, status, named }: Props) {
  return (
    <div
      className={named ? 'db-steps is-named' : 'db-steps'}
      data-status={status}
      role="img"
      aria-label={describeOrderProgress({ steps, status })}
    >
      {steps.map((step, index) => (
        <span key={step.key} data-state={step.status}>
          <i />
          {named && (
            <b>
              <span>{index + 1}. </span>
              {step.title}
            </b>
          )}
        </span>
      ))}
    </div>
  )
}
