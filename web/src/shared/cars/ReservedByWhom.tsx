import type { CarOffer } from '../../api/wire/content.ts'
import { carUnits } from '../texts/carUnits.ts'
import { reservation as texts } from '../texts/reservation.ts'
import { useOwnReservations } from './useOwnReservations.ts'

/** The state of a reserved car. The user who has reserved it is told so; others only learn that it is reserved. */
export default function ReservedByWhom({ car }: { car: CarOffer }) {
  const [ownReservation] = useOwnReservations([car])
  return ownReservation ? texts.byYou : carUnits.reserved
}
