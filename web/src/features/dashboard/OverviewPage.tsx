// The first page of the personal area: the next steps, orders, favourites, calculations and settings.

import { type ReactNode, useState } from 'react'
import { dashboard, favorites } from '../../app/texts/dashboard.ts'
import { orders } from '../../app/texts/orders.ts'
import { Skeleton } from '../../ui/Skeleton'
import { useGetMyBookingsQuery } from './bookingsApi.ts'
import { Calculations } from './Calculations.tsx'
import { DashboardFrame } from './DashboardFrame.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { Favorites } from './Favorites.tsx'
import { NextSteps } from './NextSteps.tsx'
import { OrderList } from './OrderList.tsx'
import { useGetMyOrdersQuery } from './ordersApi.ts'
import { ProfileSettings } from './ProfileSettings.tsx'
import { QueryView, RowsSkeleton } from './QueryView.tsx'

type Props = {
  /** The form of the notification preferences; it is part of another feature. */
  preferences?: ReactNode
}

export function OverviewPage({ preferences }: Props) {
  const query = useGetMyOrdersQuery()
  const bookings = useGetMyBookingsQuery()
  const [now] = useState(() => new Date())
  return (
    <DashboardFrame title={dashboard.title}>
      {query.currentData && (bookings.currentData || bookings.error) ? (
        (query.currentData.total > 0 || bookings.currentData?.total !== 0) && (
          <NextSteps orders={query.currentData.orders} bookings={bookings} now={now} />
        )
      ) : query.error ? null : (
        <NextStepsSkeleton />
      )}
      <DashboardSection id="orders" title={orders.title}>
        <QueryView query={query} errorTitle={orders.failed} skeleton={<RowsSkeleton rows={3} />}>
          {(answer) => <OrderList answer={answer} />}
        </QueryView>
      </DashboardSection>
      <DashboardSection id="favorites" title={favorites.title}>
        <Favorites />
      </DashboardSection>
      <Calculations />
      <ProfileSettings preferences={preferences} />
    </DashboardFrame>
  )
}

function NextStepsSkeleton() {
  return (
    <div className="db-next-steps" aria-hidden="true">
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
