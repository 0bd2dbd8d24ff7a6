import { useState } from 'react'
import type { OrderSummary } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { checkFields, required } from '../../../shared/form/checks.ts'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { newBooking as texts } from '../../../shared/texts/bookings.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import type { BookingKind } from './bookingOrder.ts'
import { useBookSlotMutation } from './bookingsApi.ts'
import { SlotPicker } from './SlotPicker.tsx'

const noteLength = 500
const blank = {
  kind: 'consultation' as BookingKind,
  day: '',
  starts_at: '',
  order_id: '',
  note: '',
}

const check = checkFields<typeof blank>({
  day: required(texts.missing.day),
  // Without a date there are no times to select.
  starts_at: (startsAt, { day }) => (day && !startsAt ? texts.missing.starts_at : null),
})

function useNewBooking() {
  const [bookSlot] = useBookSlotMutation()
  const [confirmation, setConfirmation] = useState('')
  const form = useForm({
    id: 'booking',
    initial: blank,
    check,
    isEmptiedWhenSent: true,
    focusesField: true,
    onChange: () => setConfirmation(''),
    send: async ({ kind, starts_at, note, order_id }) => {
      setConfirmation('')
      const answer = await bookSlot({
        kind,
        starts_at,
        note: note.trim() || null,
        order_id: order_id || null,
      })
      if (answer.data) setConfirmation(texts.booked(formatDayAndTime(starts_at)))
      return answer
    },
  })
  return { form, confirmation }
}

export function NewBooking({ orders }: { orders: readonly OrderSummary[] }) {
  const { form, confirmation } = useNewBooking()
  const { values, problems, change, field } = form
  const active = orders.filter((order) => order.status === 'active')
  return (
    <TitledSection id="new-booking" title={texts.title}>
      <p role="status" className="s db-booking-done">
        {confirmation}
      </p>
      <form aria-label={texts.form} className="ui-fields" {...form.props}>
        <Select
          label={texts.kind}
          options={texts.kinds}
          value={values.kind}
          onChange={(event) => change({ kind: event.target.value as BookingKind, starts_at: '' })}
        />
        <SlotPicker
          id="booking"
          kind={values.kind}
          day={values.day}
          slot={values.starts_at}
          dayProblem={problems.day}
          problem={problems.starts_at}
          onDay={(day) => change({ day, starts_at: '' })}
          onSlot={(starts_at) => change({ starts_at })}
        />
        {active.length > 0 && (
          <Select
            label={texts.order}
            placeholder={texts.noOrder}
            options={active.map((order) => ({ value: order.id, label: order.title }))}
            {...field('order_id')}
          />
        )}
        <TextArea label={texts.note} rows={3} maxLength={noteLength} {...field('note')} />
        <ActionError error={form.failure} fallback={texts.failed} />
        <SubmitRow form={form} label={texts.submit} pendingLabel={texts.sending} />
      </form>
    </TitledSection>
  )
}
