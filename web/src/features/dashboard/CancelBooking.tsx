import { failureText } from '../../app/problem.ts'
import { bookings as texts } from '../../app/texts/bookings.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { BookingRead } from '../../app/wire/content.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useCancelBookingMutation } from './dashboardApi.ts'

type Props = { booking: BookingRead; onClose: () => void; onDone: () => void }

export function CancelBooking({ booking, onClose, onDone }: Props) {
  const [cancel, { isLoading, error }] = useCancelBookingMutation()
  const confirm = useOnce(async () => {
    const answer = await cancel(booking.id)
    if (!answer.error) onDone()
  })
  return (
    <ConfirmDialog
      open
      title={texts.ask(booking.title)}
      description={
        error ? (
          <span role="alert" className="db-failure">
            {failureText(error, texts.cancelFailed)}
          </span>
        ) : (
          texts.askNote
        )
      }
      confirm={texts.askYes}
      cancel={texts.askNo}
      sending={isLoading && texts.cancelling}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
