import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useGetMyCalculationsInfiniteQuery } from '../../api/calculations.ts'
import { useGetMyFavoritesInfiniteQuery } from '../../api/favorites.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useGetMyBookingsQuery } from './bookings/bookingsApi.ts'
import { useGetMyOrdersQuery } from './orders/ordersApi.ts'

/** Whether the user has no orders, bookings, favourites and calculations; false until all are loaded. */
function useIsAreaEmpty(): boolean {
  const orders = useGetMyOrdersQuery().data
  const bookings = useGetMyBookingsQuery().data
  const favorites = useGetMyFavoritesInfiniteQuery().data?.pages[0]
  const calculations = useGetMyCalculationsInfiniteQuery().data?.pages[0]
  return [orders, bookings, favorites, calculations].every((answer) => answer?.total === 0)
}

type Props = { title: string; hint: ReactNode; to: string; action: string }

/**
 * An empty list with a call to action. If the whole personal area is empty, the list is only one line:
 * the empty list of orders already has the call to action.
 */
export function DashboardEmptyList({ title, hint, to, action }: Props) {
  if (useIsAreaEmpty())
    return (
      <p className="ink2">
        {title}. <Link to={to}>{action}</Link>
      </p>
    )
  return (
    <EmptyState title={title} link={{ to, label: action }}>
      {hint}
    </EmptyState>
  )
}
