import type { HistoryRead, OrderRead } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { typographer } from '../../../lib/typography.ts'
import { orderHistory as texts } from '../../../shared/texts/orders.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import '../tables.css'

const columns: Column<HistoryRead>[] = [
  {
    id: 'at',
    title: texts.columns.at,
    width: '240px',
    cell: (entry) => <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>,
  },
  { id: 'text', title: texts.columns.text, cell: (entry) => typographer(entry.text) },
  {
    id: 'actor',
    title: texts.columns.actor,
    width: '120px',
    cell: (entry) => <span className="ink2">{texts.actors[entry.actor] ?? entry.actor}</span>,
  },
]

export function OrderHistory({ order }: { order: OrderRead }) {
  const newestFirst = order.history.toSorted((one, other) => other.at.localeCompare(one.at))
  if (newestFirst.length === 0)
    return (
      <EmptyState as="h2" title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  return (
    <div className="db-stack db-history">
      <Table
        label={texts.columns.text}
        columns={columns}
        rows={newestFirst}
        rowId={(entry) => entry.id}
      />
    </div>
  )
}
