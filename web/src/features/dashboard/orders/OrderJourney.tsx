import { Link } from 'react-router'
import { useGetEditionsQuery } from '../../../api/editions.ts'
import type { OrderRead } from '../../../api/wire/content.ts'
import { formatDay, formatDayRange, toIsoDay } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { typographer } from '../../../lib/typography.ts'
import {
  orderDocuments,
  orders,
  rateChange,
  orderJourney as texts,
} from '../../../shared/texts/orders.ts'
import { RouteMap } from '../../../ui/drawing/RouteMap.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { MoreDocuments, NextStepItem } from '../NextSteps.tsx'
import { computeCarPosition } from './carPosition.ts'
import { MoneyBar } from './MoneyBar.tsx'
import { DocumentList } from './OrderDocuments.tsx'
import { findCurrentStep, findCurrentStepNumber, listRequiredDocuments } from './orderSteps.ts'
import { PlanChart } from './PlanChart.tsx'
import { ShareOrder } from './ShareOrder.tsx'
import { describeOrderProgress, StepsBar } from './StepsBar.tsx'
import { StepTable } from './StepTable.tsx'

type Props = { order: OrderRead; now: Date }

/** The progress of an order: the map, the current step, all seven steps, and missing documents. */
export function OrderJourney({ order, now }: Props) {
  return (
    <>
      <div className="db-map">
        <RouteMap {...computeCarPosition(order, now)} />
      </div>
      <StepsBar steps={order.steps} status={order.status} named />
      <div className="db-next-steps">
        <CurrentStep order={order} />
        <HandoverDates order={order} />
        <RequiredStep order={order} />
      </div>
      <div className="db-columns">
        <div>
          <PlanChart steps={order.steps} now={now} />
          <StepTable steps={order.steps} now={now} />
          <RateChange order={order} now={now} />
          <div className="db-halves db-under-steps">
            <MoneyBar order={order} />
            <ShareOrder order={order} />
          </div>
        </div>
        <aside className="db-aside">
          <TitledSection id="order-documents" title={orderDocuments.title}>
            <DocumentList order={order} documents={sortRequiredFirst(order)} />
          </TitledSection>
        </aside>
      </div>
    </>
  )
}

function sortRequiredFirst({ documents }: OrderRead) {
  const required = listRequiredDocuments(documents)
  return [...required, ...documents.filter((document) => !required.includes(document))]
}

function CurrentStep({ order }: { order: OrderRead }) {
  const current = findCurrentStep(order.steps)
  const lastDone = order.steps.findLast((step) => step.status === 'done')
  const value =
    order.status === 'active' && current
      ? texts.step(current.title, findCurrentStepNumber(order.steps))
      : describeOrderProgress(order)
  return (
    <NextStepItem
      label={texts.now}
      value={value}
      note={[current?.note, current?.message].filter(Boolean).join(' ') || lastDone?.message}
    />
  )
}

function HandoverDates({ order }: { order: OrderRead }) {
  const last = order.steps.at(-1)
  if (!last || order.status === 'cancelled')
    return <NextStepItem label={texts.keys} value={orders.cancelled} note={null} quiet />
  if (last.actual_at)
    return (
      <NextStepItem
        label={texts.keys}
        value={texts.handedOver(formatDay(last.actual_at))}
        note={last.note}
      />
    )
  return (
    <NextStepItem
      label={texts.keys}
      value={<span className="num">{formatDayRange(last.planned_from, last.planned_to)}</span>}
      note={
        last.delay
          ? texts.moved(formatDayRange(last.delay.was_from, last.delay.was_to), last.delay.reason)
          : texts.unmoved
      }
    />
  )
}

function RequiredStep({ order }: { order: OrderRead }) {
  const [document, ...others] = listRequiredDocuments(order.documents)
  const { next_amount_rub: amount, next_due_at: due } = order.money
  if (document)
    return (
      <NextStepItem
        label={texts.required}
        value={<Link to="?view=documents">{texts.upload(document.title)}</Link>}
        note={
          <>
            {document.reason
              ? typographer(document.reason)
              : document.due_on && texts.until(formatDay(document.due_on))}
            {others.length > 0 && (
              <MoreDocuments count={others.length} order={null} to="?view=documents" />
            )}
          </>
        }
      />
    )
  if (amount && order.status === 'active')
    return (
      <NextStepItem
        label={texts.required}
        value={<Link to="?view=payments">{texts.pay(formatRoubles(amount, 'text'))}</Link>}
        note={due ? texts.until(formatDay(due)) : texts.payNote}
      />
    )
  return (
    <NextStepItem label={texts.required} value={texts.nothing} note={texts.nothingNote} quiet />
  )
}

/** Warns if a new tariff edition comes into force by the planned end of the customs step. */
function RateChange({ order, now }: { order: OrderRead; now: Date }) {
  const customs = order.steps.find((step) => step.key === 'customs')
  const isAhead = order.status === 'active' && customs && customs.status !== 'done'
  const { data } = useGetEditionsQuery(undefined, { skip: !isAhead })
  if (!isAhead || !data) return null
  const today = toIsoDay(now)
  const next = (data.editions ?? [])
    .filter((edition) => edition.starts > today && edition.starts <= customs.planned_to)
    .sort((one, other) => one.starts.localeCompare(other.starts))[0]
  if (!next) return null
  return (
    <Note tone="warn" title={rateChange.title} className="db-note-rate">
      {rateChange.text(
        next.title,
        formatDay(next.starts),
        formatDayRange(customs.planned_from, customs.planned_to),
      )}
    </Note>
  )
}
