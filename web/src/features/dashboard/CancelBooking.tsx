import { problemText } from '../../app/problem.ts'
import { bookings as texts } from '../../app/texts/bookings.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { BookingRead } from '../../app/wire/content.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useCancelBookingMutation } from './dashboardApi.ts'

type Props = { booking: BookingRead; onClose: () => void; onDone: () => void }

export function CancelBooking({ booking, onClose, onDone }: Props) {
  const [cancel, { isLoading, error }] = useCancelBookingMutation()
  const confirm = useSingleFlight(async () => {
    const answer = await cancel(booking.id)
    if (!answer.error) onDone()
  })
  return (
    <ConfirmDialog
      open
      title={texts.ask(booking.title)}
      description={
        error ? (
          <span role="alert" className="failure">
            {problemText(error, texts.cancelFailed)}
          </span>
        ) : (
          texts.askNote
        )
      }
      confirm={texts.askYes}
      cancel={texts.askNo}
      pendingLabel={isLoading && texts.cancelling}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
