import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { describeProblem } from '../../api/problem.ts'
import { useReserveCarMutation } from '../../api/reservations.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import { useSettings } from '../../api/settings.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { ConfirmAction } from '../../shared/ConfirmAction.tsx'
import { useOwnReservations } from '../../shared/cars/useOwnReservations.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { formatTerm, reservation as texts } from '../../shared/texts/reservation.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { rememberIntent, takeIntent } from './signInIntent.ts'

/** Reserves a car that is on offer, after a confirmation with the terms. A visitor signs in first. */
export function ReserveButton({ car }: { car: CarRead }) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { reservation: terms } = useSettings()
  const [reserve, { isLoading, error, data }] = useReserveCarMutation()
  const [isAsking, setAsking] = useState(false)
  const [ownReservation] = useOwnReservations([car])
  const name = `${car.brand} ${car.model}`

  useEffect(() => {
    if (user && takeIntent('reservation', car.id)) setAsking(true)
  }, [user, car.id])

  function press() {
    if (user) {
      setAsking(true)
      return
    }
    rememberIntent('reservation', car.id)
    dispatch(signInRequested({ next: pages.car(car.slug), reason: texts.signIn(name) }))
  }

  if (data || ownReservation)
    return (
      <Note tone="ok" role="status" title={texts.done}>
        <Link to={anchors.reservations}>
          {ownReservation?.status === 'paid' ? texts.toReservation : texts.toInvoice}
        </Link>
      </Note>
    )
  // Another buyer may reserve the car while the confirmation is open.
  const isTaken = Boolean(car.reserved_until) && !isLoading
  const isOffered = car.status === 'published' && car.price_rub !== null && !car.reserved_until
  return (
    <>
      {isOffered && terms?.enabled !== false && (
        <Button variant="line" pendingLabel={isLoading && texts.reserving} onClick={press}>
          {texts.reserve}
        </Button>
      )}
      {isAsking && (
        <ConfirmAction
          title={texts.ask(name)}
          note={
            terms?.amount_rub && terms.pay_hours && terms.hold_hours
              ? texts.terms(
                  formatRoubles(terms.amount_rub, 'text'),
                  formatTerm(terms.pay_hours),
                  formatTerm(terms.hold_hours),
                )
              : texts.termsUnknown
          }
          confirm={texts.reserve}
          variant="solid"
          cancel={texts.askLater}
          disabled={isTaken}
          run={() => reserve({ car_id: car.id })}
          pendingLabel={isLoading && texts.reserving}
          failure={isTaken ? texts.taken : error && describeProblem(error, texts.reserveFailed)}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
      {!isAsking && <ActionError error={error} fallback={texts.reserveFailed} className="s" />}
    </>
  )
}
