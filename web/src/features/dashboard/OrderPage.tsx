import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { anchors, pages } from '../../app/paths.ts'
import { isProblem } from '../../app/problem.ts'
import { dashboard } from '../../app/texts/dashboard.ts'
import { orderDocuments as documentTexts, orders, order as texts } from '../../app/texts/orders.ts'
import { useRouteParams } from '../../app/useRouteParams.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { roubles } from '../../lib/numbers'
import { Breadcrumbs } from '../../ui/Breadcrumbs'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { type Tab, Tabs } from '../../ui/Tabs'
import { OrderDocuments } from './DocumentList.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderReports } from './OrderReports.tsx'
import { OrderRoute } from './OrderRoute.tsx'
import { useGetMyOrderQuery } from './ordersApi.ts'
import { QueryView } from './QueryView.tsx'
import './dashboard.css'
import './order.css'

export function OrderPage() {
  const { id } = useRouteParams('/dashboard/orders/:id')
  const query = useGetMyOrderQuery(id)
  const isNotFound = isProblem(query.error) && [404, 422].includes(query.error.status)
  return (
    <div className="page db-page">
      {isNotFound ? (
        <OrderNotFound />
      ) : (
        <QueryView
          query={query}
          errorTitle={texts.failed}
          heading={texts.title}
          skeleton={<OrderSkeleton />}
        >
          {({ order }) => <OrderTabs order={order} />}
        </QueryView>
      )}
    </div>
  )
}

function OrderTabs({ order }: { order: OrderRead }) {
  const [address, setAddress] = useSearchParams()
  const [now] = useState(() => new Date())
  const tabs = buildTabs(order, now)
  const asked = address.get('view')
  // The name in links of earlier releases.
  const current = asked === 'papers' ? 'documents' : asked
  const view = tabs.find((tab) => tab.id === current)?.id ?? 'way'
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
        <h1>{order.title}</h1>
        <p className="s ink2">
          {orders.number(order.number)}, {texts.opened(day(order.created_at))}
          <br />
          {texts.agreed(roubles(order.price_rub, 'text'))}
        </p>
      </div>
      <Tabs
        label={texts.views}
        tabs={tabs}
        value={view}
        onChange={(next) =>
          setAddress(next === 'way' ? {} : { view: next }, { preventScrollReset: true })
        }
      />
    </>
  )
}

function buildTabs(order: OrderRead, now: Date): Tab[] {
  const acceptedCount = order.documents.filter((document) => document.status === 'accepted').length
  const pictures = order.reports.length
  return [
    { id: 'way', label: texts.view.way, content: <OrderRoute order={order} now={now} /> },
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
      count: pictures || undefined,
      content: <OrderReports order={order} />,
    },
    { id: 'history', label: texts.view.history, content: <OrderHistory order={order} /> },
  ]
}

function OrderNotFound() {
  return (
    <section className="db-empty">
      <h1 className="sr">{texts.title}</h1>
      <EmptyState as="h2" title={texts.none} link={{ to: anchors.orders, label: texts.toOrders }}>
        {texts.noneHint}
      </EmptyState>
    </section>
  )
}

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
