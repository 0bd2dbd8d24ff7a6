// The first page of the personal area: what is wanted now, the orders, what was put aside, the settings.

import { type ReactNode, useState } from 'react'
import { dashboard, favorites } from '../../app/texts/dashboard.ts'
import { orders } from '../../app/texts/orders.ts'
import { Skeleton } from '../../ui/Skeleton'
import { Answer, RowsSkeleton } from './Answer.tsx'
import { Calculations } from './Calculations.tsx'
import { DashboardFrame } from './DashboardFrame.tsx'
import { useGetMyBookingsQuery, useGetMyOrdersQuery } from './dashboardApi.ts'
import { Favorites } from './Favorites.tsx'
import { OrderList } from './OrderList.tsx'
import { Section } from './Section.tsx'
import { Settings } from './Settings.tsx'
import { Wanted } from './Wanted.tsx'

type Props = {
  /** The form of another feature: what to be told of, and where. */
  preferences?: ReactNode
}

export function OverviewPage({ preferences }: Props) {
  const query = useGetMyOrdersQuery()
  const { data: meetings } = useGetMyBookingsQuery()
  const [now] = useState(() => new Date())
  return (
    <DashboardFrame title={dashboard.title}>
      {query.currentData && meetings ? (
        query.currentData.total + meetings.total > 0 && (
          <Wanted orders={query.currentData.orders} bookings={meetings.bookings} now={now} />
        )
      ) : query.error ? null : (
        <WantedSkeleton />
      )}
      <Section id="orders" title={orders.title}>
        <Answer query={query} failed={orders.failed} skeleton={<RowsSkeleton rows={3} />}>
          {(answer) => <OrderList answer={answer} />}
        </Answer>
      </Section>
      <Section id="favorites" title={favorites.title}>
        <Favorites />
      </Section>
      <Calculations />
      <Settings preferences={preferences} />
    </DashboardFrame>
  )
}

function WantedSkeleton() {
  return (
    <div className="db-wanted" aria-hidden="true">
      {[52, 40, 60].map((width) => (
        <div key={width}>
          <Skeleton width={90} height={12} />
          <Skeleton width={`${width}%`} height={28} />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  )
}
