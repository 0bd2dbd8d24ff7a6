import { isActiveReservation, useGetMyReservationsQuery } from '../../api/reservations.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import type { ReservationRead } from '../../api/wire/content.ts'
import { useAppSelector } from '../../app/hooks.ts'

type ReservableCar = { id: string; reserved_until?: string | null }

/**
 * The active reservations of the user for these cars. The responses for cars are the same for everybody, so they do
 * not contain who reserved a car. Nothing is requested for a visitor, or if none of the cars is reserved.
 */
export function useOwnReservations(cars: readonly ReservableCar[]): ReservationRead[] {
  const user = useAppSelector(selectUser)
  const reservedCars = cars.filter(({ reserved_until }) => reserved_until)
  const { data } = useGetMyReservationsQuery(undefined, {
    skip: !user || reservedCars.length === 0,
  })
  return (data?.reservations ?? []).filter(
    (reservation) =>
      isActiveReservation(reservation) && reservedCars.some(({ id }) => id === reservation.car_id),
  )
}
