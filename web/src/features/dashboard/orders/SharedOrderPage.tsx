// The public page behind a shared link: the progress of an order, without its buyer, price or documents.

import { isRecordMissing } from '../../../api/problem.ts'
import type { SharedOrder } from '../../../api/wire/content.ts'
import { formatDay, formatDayAndTime, formatDayRange } from '../../../lib/dates.ts'
import { pages } from '../../../shared/paths.ts'
import { findErrorToShow, QueryView } from '../../../shared/QueryView.tsx'
import { orderSteps, shared as texts } from '../../../shared/texts/orders.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { useGetSharedOrderQuery } from './ordersApi.ts'
import { describeOrderProgress, StepsBar } from './StepsBar.tsx'
import '../dashboard.css'
import './order.css'

const columns: Column<SharedOrder['steps'][number]>[] = [
  {
    id: 'stage',
    title: orderSteps.columns.stage,
    cell: (step) => <span className="strong">{step.title}</span>,
  },
  {
    id: 'plan',
    title: orderSteps.columns.plan,
    cell: (step) => formatDayRange(step.planned_from, step.planned_to),
  },
  {
    id: 'actual',
    title: orderSteps.columns.actual,
    cell: (step) =>
      step.actual_at ? formatDayRange(step.actual_at, step.actual_at) : orderSteps.none,
  },
]

export function SharedOrderPage({ token }: { token: string }) {
  const query = useGetSharedOrderQuery(token)
  if (isRecordMissing(findErrorToShow(query))) return <EndedLink />
  return (
    <div className="page db-page">
      <QueryView
        query={query}
        errorTitle={texts.failed}
        heading={texts.title}
        skeleton={<RowsSkeleton />}
      >
        {({ order }) => <SharedOrderDetails order={order} />}
      </QueryView>
    </div>
  )
}

/** The page of a link that has expired, was revoked or never existed. */
export const EndedLink = () => (
  <div className="page db-page">
    <section className="db-empty">
      <h1 className="sr">{texts.title}</h1>
      <EmptyState as="h2" title={texts.dead} link={{ to: pages.services, label: texts.services }}>
        {texts.deadHint}
      </EmptyState>
    </section>
  </div>
)

function SharedOrderDetails({ order }: { order: SharedOrder }) {
  return (
    <>
      <div className="grid db-head">
        <h1>{order.title}</h1>
        <p className="s ink2">
          {texts.updated(formatDayAndTime(order.updated_at))}
          <br />
          {texts.until(formatDay(order.expires_at))}
        </p>
      </div>
      <p className="h3 db-shared">{describeOrderProgress(order)}</p>
      <StepsBar steps={order.steps} status={order.status} named />
      <div className="db-section">
        <Table
          label={orderSteps.title}
          columns={columns}
          rows={order.steps}
          rowId={(step) => step.key}
        />
      </div>
    </>
  )
}
