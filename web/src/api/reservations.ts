// Reservations of cars: made on the page of a car, shown in the personal area.

import { wholeList } from '../shared/limits.ts'
import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { rowTags } from './tags.ts'
import type { ReservationRead } from './wire/content.ts'

/**
 * Tags of what a reservation changes: it holds a car, and its invoice is among the payments. They are
 * refreshed after a refusal too, because a refusal means that the car was taken.
 */
const changedTags = ['Reservation', 'Payment', 'Car'] as const

export const reservationsApi = injectCalls(({ get, post, remove }) => ({
  getMyReservations: get(
    () => ({ url: calls.reservations, params: { limit: wholeList } }),
    (answer) => rowTags('Reservation', answer?.reservations),
  ),
  reserveCar: post(calls.reservations, changedTags),
  cancelReservation: remove(calls.reservation, changedTags),
}))

export const { useGetMyReservationsQuery, useReserveCarMutation, useCancelReservationMutation } =
  reservationsApi

/** Whether a reservation holds its car. */
export const isActiveReservation = ({ status }: Pick<ReservationRead, 'status'>): boolean =>
  status === 'awaiting_payment' || status === 'paid'
