import type { BookingRead } from '../../../api/wire/content.ts'
import { toIsoDay } from '../../../lib/dates.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { checkFields, required } from '../../../shared/form/checks.ts'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { newBooking, bookings as texts } from '../../../shared/texts/bookings.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isBookableKind } from './bookingOrder.ts'
import { useMoveBookingMutation } from './bookingsApi.ts'
import { SlotPicker } from './SlotPicker.tsx'

type Props = { booking: BookingRead; onClose: () => void; onDone: (startsAt: string) => void }

const check = checkFields<{ day: string; starts_at: string }>({
  starts_at: required(newBooking.missing.starts_at),
})

export default function MoveBooking({ booking, onClose, onDone }: Props) {
  const [moveBooking] = useMoveBookingMutation()
  const form = useForm({
    id: 'move-booking',
    initial: { day: toIsoDay(booking.starts_at ?? new Date()), starts_at: '' },
    check,
    focusesField: true,
    send: async ({ starts_at }) => {
      const answer = await moveBooking({ id: booking.id, starts_at })
      if (!answer.error) onDone(starts_at)
      return answer
    },
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
      <form className="ui-fields" {...form.props}>
        <SlotPicker
          id="move-booking"
          kind={booking.kind}
          moving={booking.id}
          day={form.values.day}
          slot={form.values.starts_at}
          problem={form.problems.starts_at}
          onDay={(day) => form.change({ day, starts_at: '' })}
          onSlot={(starts_at) => form.change({ starts_at })}
        />
        <ActionError error={form.failure} fallback={texts.moveFailed} />
        <SubmitRow form={form} label={texts.moveSave} pendingLabel={texts.moving} />
      </form>
    </Dialog>
  )
}
