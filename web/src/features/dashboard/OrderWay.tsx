import { Link } from 'react-router'
import { orders, papers, way as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { day, days } from '../../lib/dates'
import { roubles } from '../../lib/numbers'
import { RouteMap } from '../../ui/drawing/RouteMap'
import { currentStep, placeOf, wantedPapers } from './journey.ts'
import { MoneyBar } from './MoneyBar.tsx'
import { mapPlace } from './mapPlace.ts'
import { PaperList } from './PaperList.tsx'
import { RateChange } from './RateChange.tsx'
import { SevenStations, standing } from './SevenStations.tsx'
import { ShareOrder } from './ShareOrder.tsx'
import { Stages } from './Stages.tsx'
import { Fact } from './Wanted.tsx'

type Props = { order: OrderRead; now: Date }

/** The order as a journey: the map, what is going on, the seven steps, what is still owed. */
export function OrderWay({ order, now }: Props) {
  return (
    <>
      <div className="db-map">
        <RouteMap {...mapPlace(order, now)} />
      </div>
      <SevenStations steps={order.steps} status={order.status} named />
      <div className="db-wanted">
        <Now order={order} />
        <Keys order={order} />
        <Needed order={order} />
      </div>
      <div className="db-columns">
        <div>
          <Stages steps={order.steps} now={now} />
          <RateChange order={order} now={now} />
        </div>
        <aside className="db-aside">
          <section aria-labelledby="order-papers">
            <h2 id="order-papers" className="db-sub">
              {papers.title}
            </h2>
            <PaperList order={order} papers={wantedFirst(order)} />
          </section>
          <MoneyBar money={order.money} />
          <ShareOrder order={order} />
        </aside>
      </div>
    </>
  )
}

function wantedFirst({ documents }: OrderRead) {
  const wanted = wantedPapers(documents)
  return [...wanted, ...documents.filter((paper) => !wanted.includes(paper))]
}

function Now({ order }: { order: OrderRead }) {
  const current = currentStep(order.steps)
  const last = order.steps.findLast((step) => step.status === 'done')
  const value =
    order.status === 'active' && current
      ? texts.stage(current.title, placeOf(order.steps))
      : standing(order)
  return (
    <Fact
      cap={texts.now}
      value={value}
      note={[current?.note, current?.message].filter(Boolean).join(' ') || last?.message}
    />
  )
}

function Keys({ order }: { order: OrderRead }) {
  const last = order.steps.at(-1)
  if (!last || order.status === 'cancelled')
    return <Fact cap={texts.keys} value={orders.cancelled} note={null} quiet />
  if (last.actual_at)
    return <Fact cap={texts.keys} value={texts.handedOver(day(last.actual_at))} note={last.note} />
  return (
    <Fact
      cap={texts.keys}
      value={<span className="num">{days(last.planned_from, last.planned_to)}</span>}
      note={
        last.delay
          ? texts.moved(days(last.delay.was_from, last.delay.was_to), last.delay.reason)
          : texts.unmoved
      }
    />
  )
}

function Needed({ order }: { order: OrderRead }) {
  const [paper] = wantedPapers(order.documents)
  const { next_amount_rub: amount, next_due_at: due } = order.money
  if (paper)
    return (
      <Fact
        cap={texts.wanted}
        value={<Link to="?view=papers">{texts.upload(paper.title)}</Link>}
        note={paper.reason ?? (paper.due_on ? texts.until(day(paper.due_on)) : null)}
      />
    )
  if (amount && order.status === 'active')
    return (
      <Fact
        cap={texts.wanted}
        value={<Link to="?view=payments">{texts.pay(roubles(amount))}</Link>}
        note={due ? texts.until(day(due)) : texts.payNote}
      />
    )
  return <Fact cap={texts.wanted} value={texts.nothing} note={texts.nothingNote} quiet />
}
