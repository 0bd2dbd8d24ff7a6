// The seven steps of an order with planned and actual dates. Moving a planned date requires a
// reason. The steps after a moved one can be moved with it.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { formatDay, formatDayRange } from '../../../lib/dates.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import type { ActionValues } from '../record/useDeclaredForm.ts'
import type { Field } from '../section.ts'
import { countDaysLater, findContradictions, findNextSteps, shiftDay } from './stepPlan.ts'

type Step = OrderAdmin['steps'][number]

const tones = { pending: 'none', current: 'live', done: 'ok' } as const

export function OrderSteps({ order }: { order: OrderAdmin }) {
  const [openKey, setOpenKey] = useState<Step['key'] | null>(null)
  return (
    <Block title={adminOrder.steps}>
      <ol className="ad-lines ad-steps">
        {order.steps.map((step) => (
          <li key={step.key}>
            <Tag tone={tones[step.status]}>{step.title}</Tag>
            <span className="mute num">
              {step.actual_at
                ? adminOrder.actual(formatDay(step.actual_at))
                : adminOrder.planned(formatDayRange(step.planned_from, step.planned_to))}
            </span>
            {order.status === 'active' && step.status !== 'done' && (
              <Button
                small
                variant="text"
                aria-expanded={openKey === step.key}
                aria-label={`${adminOrder.move}. ${adminOrder.moveOf(step.title)}`}
                onClick={() => setOpenKey(openKey === step.key ? null : step.key)}
              >
                {adminOrder.move}
              </Button>
            )}
            {step.delay && <span className="s">{adminOrder.late(step.delay.reason)}</span>}
            {openKey === step.key && (
              <StepForm
                key={order.version}
                order={order}
                step={step}
                onDone={() => setOpenKey(null)}
              />
            )}
          </li>
        ))}
      </ol>
    </Block>
  )
}

/** The server's errors name the fields of the request, or `steps` for a wrong period. */
const errorFields = { planned_from: 'from', planned_to: 'to', delay_reason: 'reason', steps: 'to' }

type FormProps = { order: OrderAdmin; step: Step; onDone: () => void }

/** The plan and the message of a step. A later plan requires a reason, which the buyer can read. */
function StepForm({ order, step, onDone }: FormProps) {
  const isMoved = ({ from, to }: ActionValues) =>
    from !== step.planned_from || to !== step.planned_to
  const isNewMessage = ({ message }: ActionValues) => message !== (step.message ?? '').trim()
  const nextSteps = findNextSteps(order.steps, step.key)
  const countShift = ({ from = '', to = '' }: ActionValues) =>
    nextSteps.length > 0 ? countDaysLater(step, { from, to }) : 0
  const buildShifts = (values: ActionValues) => {
    const days = values.shift === 'true' ? countShift(values) : 0
    return days === 0
      ? []
      : nextSteps.map(({ key, planned_from, planned_to }) => ({
          key,
          planned_from: shiftDay(planned_from, days),
          planned_to: shiftDay(planned_to, days),
          delay_reason: values.reason,
        }))
  }
  return (
    <fieldset className="ad-step">
      <legend className="sr">{adminOrder.moveOf(step.title)}</legend>
      <ActionForm
        label={adminOrder.moveOf(step.title)}
        draftKey={`move_step ${order.id} ${step.key}`}
        fields={(typed) => createStepFields(typed, step, isMoved(typed), countShift(typed))}
        initial={{
          from: step.planned_from,
          to: step.planned_to,
          reason: '',
          message: step.message ?? '',
        }}
        renamed={errorFields}
        submitLabel={adminList.save}
        pendingLabel={adminList.saving}
        notice={(values) =>
          isMoved(values) && (
            <PlanNote
              steps={applyShifts(order.steps, buildShifts(values))}
              step={step}
              values={values}
            />
          )
        }
        canSubmit={(values) => isMoved(values) || isNewMessage(values)}
        change={(values) =>
          createChange('PATCH', calls.contentAdminItem('orders', order.id), ['Order'], {
            version: order.version,
            steps: [
              {
                key: step.key,
                ...(isMoved(values) && { planned_from: values.from, planned_to: values.to }),
                ...(isMoved(values) && values.reason && { delay_reason: values.reason }),
                ...(isNewMessage(values) && { message: values.message || null }),
              },
              ...buildShifts(values),
            ],
          })
        }
        onDone={onDone}
      />
    </fieldset>
  )
}

type Shift = Pick<Step, 'key' | 'planned_from' | 'planned_to'>

const applyShifts = (steps: readonly Step[], shifts: readonly Shift[]): Step[] =>
  steps.map((step) => ({ ...step, ...shifts.find(({ key }) => key === step.key) }))

/** Names the steps whose planned days would contradict the typed ones. The form can still be sent. */
function PlanNote({
  steps,
  step,
  values: { from = '', to = '' },
}: {
  steps: readonly Step[]
  step: Step
  values: ActionValues
}) {
  if (!from || !to) return null
  const { next, earlier } = findContradictions(steps, step.key, { from, to })
  const listTitles = (found: readonly Step[]) => found.map(({ title }) => title).join(', ')
  if (next.length === 0 && earlier.length === 0) return null
  return (
    <Note tone="warn" role="status">
      {next.length > 0 && <p>{adminOrder.nextStepsBefore(listTitles(next))}</p>}
      {earlier.length > 0 && <p>{adminOrder.earlierStepsAfter(listTitles(earlier))}</p>}
    </Note>
  )
}

function createStepFields(
  { from, to = '', shift }: ActionValues,
  step: Step,
  isMoved: boolean,
  shiftDays: number,
): Field[] {
  const reason: Field = {
    name: 'reason',
    label: adminOrder.delayReason,
    hint: adminOrder.delayHint,
    maxLength: 200,
    required: to > step.planned_to || (shiftDays > 0 && shift === 'true'),
  }
  return [
    { name: 'from', label: adminOrder.from, kind: 'date' },
    { name: 'to', label: adminOrder.to, kind: 'date', min: from },
    ...(shiftDays > 0
      ? [{ name: 'shift', label: adminOrder.shiftNext(shiftDays), kind: 'check' } satisfies Field]
      : []),
    ...(isMoved ? [reason] : []),
    { name: 'message', label: adminOrder.message, kind: 'area', rows: 2, maxLength: 2000 },
  ]
}
