import { Link } from 'react-router'
import { useReserveCarMutation } from '../../api/reservations.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import { useSettings } from '../../api/settings.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { roubles } from '../../lib/numbers.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { anchors, pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { termText, reservation as texts } from '../../shared/texts/reservation.ts'
import { useSingleFlight } from '../../shared/useSingleFlight.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** Reserves a car that is on offer. A visitor signs in first and then presses again. */
export function ReserveButton({ car }: { car: CarRead }) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { reservation: terms } = useSettings()
  const [reserve, { isLoading, error, data }] = useReserveCarMutation()
  const press = useSingleFlight(async () => {
    if (user) {
      await reserve({ car_id: car.id })
      return
    }
    const reason = texts.signIn(`${car.brand} ${car.model}`)
    dispatch(signInRequested({ next: pages.car(car.slug), reason }))
  })
  if (data)
    return (
      <Note tone="ok" role="status" title={texts.done}>
        <Link to={anchors.reservations}>{texts.toInvoice}</Link>
      </Note>
    )
  const isOffered = car.status === 'published' && car.price_rub !== null && !car.reserved_until
  return (
    <>
      {isOffered && terms?.enabled !== false && (
        <Button
          variant="line"
          title={
            terms?.amount_rub && terms.hold_hours
              ? texts.terms(roubles(terms.amount_rub, 'text'), termText(terms.hold_hours))
              : undefined
          }
          pendingLabel={isLoading && texts.reserving}
          onClick={press}
        >
          {texts.reserve}
        </Button>
      )}
      <ActionError error={error} fallback={texts.reserveFailed} className="s" />
    </>
  )
}
