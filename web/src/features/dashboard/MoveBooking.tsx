import { useState } from 'react'
import { newBooking, bookings as texts } from '../../app/texts/bookings.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { BookingRead } from '../../app/wire/content.ts'
import { isoDay } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { isBookableKind } from './bookingOrder.ts'
import { useMoveBookingMutation } from './dashboardApi.ts'
import { ActionError } from './QueryView.tsx'
import { SlotPicker } from './SlotPicker.tsx'

type Props = { booking: BookingRead; onClose: () => void; onDone: (startsAt: string) => void }

export function MoveBooking({ booking, onClose, onDone }: Props) {
  const [day, setDay] = useState(isoDay(booking.starts_at ?? new Date()))
  const [slot, setSlot] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [move, { isLoading, error }] = useMoveBookingMutation()
  const save = useSingleFlight(async () => {
    if (!slot) return setProblem(newBooking.missing.starts_at)
    const answer = await move({ id: booking.id, starts_at: slot })
    if (!answer.error) onDone(slot)
  })
  if (!isBookableKind(booking.kind)) return null
  return (
    <Dialog
      open
      notDismissible
      title={texts.moveTitle(booking.title)}
      size="narrow"
      onClose={onClose}
    >
      <form
        className="ui-fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <SlotPicker
          id="move-booking"
          kind={booking.kind}
          day={day}
          slot={slot}
          problem={problem}
          onDay={(next) => {
            setDay(next)
            setSlot('')
          }}
          onSlot={(next) => {
            setSlot(next)
            setProblem(undefined)
          }}
        />
        <ActionError error={error} fallback={texts.moveFailed} />
        <div className="btns">
          <Button type="submit" pendingLabel={isLoading && texts.moving}>
            {texts.moveSave}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
