import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useGetConversationHeadQuery } from '../../../api/conversations.ts'
import { isRecordMissing } from '../../../api/problem.ts'
import type { OrderRead } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { anchors, pages } from '../../../shared/paths.ts'
import { findErrorToShow, QueryView } from '../../../shared/QueryView.tsx'
import { dashboard } from '../../../shared/texts/dashboard.ts'
import {
  orderDocuments as documentTexts,
  orders,
  order as texts,
} from '../../../shared/texts/orders.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderJourney } from './OrderJourney.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderReports } from './OrderReports.tsx'
import { useGetMyOrderQuery } from './ordersApi.ts'
import '../dashboard.css'
import './order.css'

const Conversation = lazyWithRetry(async () => ({
  default: (await import('../../../shared/conversation/Conversation.tsx')).Conversation,
}))

export function OrderPage({ id }: { id: string }) {
  const query = useGetMyOrderQuery(id)
  if (isRecordMissing(findErrorToShow(query))) return <MissingOrder />
  return (
    <div className="page db-page">
      <QueryView
        query={query}
        errorTitle={texts.failed}
        renderError={(_error, note) => <FailedOrder note={note} />}
        skeleton={<OrderSkeleton />}
      >
        {({ order }) => <OrderViews order={order} />}
      </QueryView>
    </div>
  )
}

/** The way back to the other orders stays, and the error stands where the order would be. */
function FailedOrder({ note }: { note: ReactNode }) {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: dashboard.title, to: pages.dashboard },
          { label: orders.title, to: anchors.orders },
        ]}
      />
      <div className="grid db-head">
        <h1>{texts.title}</h1>
      </div>
      {note}
    </>
  )
}

type View = { id: string; label: string; count?: ReactNode; content: ReactNode }

/** The first view, the route of the order, needs no parameter in the URL. */
const buildViewAddress = (view: View) => (view.id === 'way' ? '?' : `?view=${view.id}`)

function OrderViews({ order }: { order: OrderRead }) {
  const [searchParams] = useSearchParams()
  const { hash } = useLocation()
  const [now] = useState(() => new Date())
  const { currentData: head } = useGetConversationHeadQuery({ side: 'buyer', order: order.id })
  const views = describeViews(order, now, head?.unread ?? 0)
  const requested = searchParams.get('view')
  // Links of earlier releases call the documents 'papers'.
  const currentId = requested === 'papers' ? 'documents' : (requested ?? findViewOfLink(hash))
  const openView = views.find((view) => view.id === currentId) ?? views[0]
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: dashboard.title, to: pages.dashboard },
          { label: orders.title, to: anchors.orders },
          { label: order.number },
        ]}
      />
      <div className="grid db-head">
        <h1>{bindModelName(order.title)}</h1>
        <p className="s ink2">
          {orders.number(order.number)}, {texts.opened(formatDay(order.created_at))}
          <br />
          {texts.agreed(formatRoubles(order.price_rub, 'text'))}
        </p>
      </div>
      <Tabs
        label={texts.views}
        tabs={views.map((view) => ({ ...view, to: buildViewAddress(view) }))}
        current={buildViewAddress(openView)}
      />
      <div key={openView.id} className="db-view">
        {openView.content}
      </div>
    </>
  )
}

/** A link to a message opens the conversation. */
const findViewOfLink = (hash: string) => (hash.startsWith('#message-') ? 'talk' : null)

function OrderConversation({ order }: { order: OrderRead }) {
  return (
    <Suspense fallback={<RowsSkeleton rows={5} />}>
      <Conversation place={{ side: 'buyer', order: order.id }} />
    </Suspense>
  )
}

function describeViews(order: OrderRead, now: Date, unread: number): [View, ...View[]] {
  const acceptedCount = order.documents.filter((document) => document.status === 'accepted').length
  const reportCount = order.reports.length
  return [
    { id: 'way', label: texts.view.way, content: <OrderJourney order={order} now={now} /> },
    {
      id: 'talk',
      label: texts.view.talk,
      count: unread || undefined,
      content: <OrderConversation order={order} />,
    },
    {
      id: 'documents',
      label: texts.view.documents,
      count: order.documents.length
        ? documentTexts.count(acceptedCount, order.documents.length)
        : undefined,
      content: <OrderDocuments order={order} />,
    },
    { id: 'payments', label: texts.view.payments, content: <OrderMoney order={order} now={now} /> },
    {
      id: 'reports',
      label: texts.view.reports,
      count: reportCount || undefined,
      content: <OrderReports order={order} />,
    },
    { id: 'history', label: texts.view.history, content: <OrderHistory order={order} /> },
  ]
}

/** The page for an order that does not exist or belongs to another user. */
export const MissingOrder = () => (
  <div className="page db-page">
    <section className="db-empty">
      <h1 className="sr">{texts.title}</h1>
      <EmptyState as="h2" title={texts.none} link={{ to: anchors.orders, label: texts.toOrders }}>
        {texts.noneHint}
      </EmptyState>
    </section>
  </div>
)

function OrderSkeleton() {
  return (
    <div className="db-order-skeleton">
      <Skeleton width="24%" />
      <Skeleton width="52%" height="3rem" />
      <Skeleton width="44%" />
      <Skeleton height="20rem" />
      <Skeleton width="70%" height="2rem" />
    </div>
  )
}
