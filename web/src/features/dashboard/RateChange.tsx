// Warns when the planned customs step crosses an announced change of the tariff edition.

import { useGetEditionsQuery } from '../../app/api/editions.ts'
import { rateChange as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { day, days, isoDay } from '../../lib/dates'
import { Note } from '../../ui/Note'

export function RateChange({ order, now }: { order: OrderRead; now: Date }) {
  const customs = order.steps.find((step) => step.key === 'customs')
  const isAhead = order.status === 'active' && customs && customs.status !== 'done'
  const { data } = useGetEditionsQuery(undefined, { skip: !isAhead })
  if (!isAhead || !data) return null
  const today = isoDay(now)
  const next = (data.editions ?? [])
    .filter((edition) => edition.starts > today && edition.starts <= customs.planned_to)
    .sort((one, other) => one.starts.localeCompare(other.starts))[0]
  if (!next) return null
  return (
    <Note tone="warn" title={texts.title} className="db-note-rate">
      {texts.text(next.title, day(next.starts), days(customs.planned_from, customs.planned_to))}
    </Note>
  )
}
