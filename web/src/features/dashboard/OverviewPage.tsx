// The first page of the personal area: next steps, reservations, orders, favourites, saved searches,
// calculations and settings.

import { type ReactNode, useState } from 'react'
import { useGetMyCalculationsInfiniteQuery } from '../../api/calculations.ts'
import { useGetMyFavoritesInfiniteQuery } from '../../api/favorites.ts'
import { useGetMyReservationsQuery } from '../../api/reservations.ts'
import { useGetSavedSearchesQuery } from '../../api/savedSearches.ts'
import type { BookingList, OrderList as OrderAnswer } from '../../api/wire/content.ts'
import { isSettled, type QueryState, QueryView } from '../../shared/QueryView.tsx'
import { favorites } from '../../shared/texts/dashboard.ts'
import { orders } from '../../shared/texts/orders.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useGetMyBookingsQuery } from './bookings/bookingsApi.ts'
import { DashboardSection } from './DashboardSection.tsx'
import { NextSteps } from './NextSteps.tsx'
import { OrderList } from './orders/OrderList.tsx'
import { useGetMyOrdersQuery } from './orders/ordersApi.ts'
import { ProfileSettings } from './profile/ProfileSettings.tsx'
import { Reservations } from './Reservations.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { Calculations } from './saved/Calculations.tsx'
import { Favorites } from './saved/Favorites.tsx'
import { SavedSearches } from './saved/SavedSearches.tsx'

type Props = {
  /** The form of the notification preferences, which belongs to another feature. */
  preferences?: ReactNode
}

/**
 * A part is shown when the parts above it are loaded. Before that their heights are unknown, so the part
 * would move.
 */
export function OverviewPage({ preferences }: Props) {
  const orderList = useGetMyOrdersQuery()
  const bookings = useGetMyBookingsQuery()
  const reservations = useGetMyReservationsQuery()
  const areOrdersSettled = isSettled(orderList) && isSettled(bookings) && isSettled(reservations)
  const areFavoritesSettled = isSettled(useGetMyFavoritesInfiniteQuery()) && areOrdersSettled
  const areSearchesSettled = isSettled(useGetSavedSearchesQuery()) && areFavoritesSettled
  const areCalculationsSettled =
    isSettled(useGetMyCalculationsInfiniteQuery()) && areSearchesSettled
  return (
    <>
      {areOrdersSettled ? (
        <>
          <OrderParts orderList={orderList} bookings={bookings} />
          <DashboardSection id="favorites" title={favorites.title}>
            <Favorites />
          </DashboardSection>
        </>
      ) : (
        <Loading>
          <NextStepsSkeleton />
          <RowsSkeleton rows={3} />
        </Loading>
      )}
      {areFavoritesSettled && <SavedSearches />}
      {areSearchesSettled && <Calculations />}
      {areCalculationsSettled && <ProfileSettings preferences={preferences} />}
    </>
  )
}

type OrderPartsProps = {
  orderList: QueryState<OrderAnswer>
  bookings: QueryState<BookingList>
}

function OrderParts({ orderList, bookings }: OrderPartsProps) {
  const [now] = useState(() => new Date())
  const answer = orderList.currentData
  return (
    <>
      {answer && (answer.total > 0 || bookings.currentData?.total !== 0) && (
        <NextSteps orders={answer.orders} bookings={bookings} now={now} />
      )}
      <Reservations />
      <DashboardSection id="orders" title={orders.title}>
        <QueryView query={orderList} errorTitle={orders.failed} skeleton={<RowsSkeleton />}>
          {(loaded) => <OrderList answer={loaded} />}
        </QueryView>
      </DashboardSection>
    </>
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
