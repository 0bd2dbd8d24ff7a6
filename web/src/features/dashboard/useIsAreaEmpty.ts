import { useGetMyCalculationsInfiniteQuery } from '../../app/api/calculations.ts'
import { useGetMyFavoritesInfiniteQuery } from '../../app/api/favorites.ts'
import { useGetMyBookingsQuery } from './bookingsApi.ts'
import { useGetMyOrdersQuery } from './ordersApi.ts'

/** Whether the user has no orders, bookings, favourites and calculations; false until all are loaded. */
export function useIsAreaEmpty(): boolean {
  const orders = useGetMyOrdersQuery().data
  const bookings = useGetMyBookingsQuery().data
  const favorites = useGetMyFavoritesInfiniteQuery().data?.pages[0]
  const calculations = useGetMyCalculationsInfiniteQuery().data?.pages[0]
  return [orders, bookings, favorites, calculations].every((answer) => answer?.total === 0)
}
