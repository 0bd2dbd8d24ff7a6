import { newBooking as texts } from '../../app/texts/bookings.ts'
import type { OrderSummary } from '../../app/wire/content.ts'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { ActionError } from './QueryView.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { useNewBooking } from './useNewBooking.ts'

const noteLength = 500

export function NewBooking({ orders }: { orders: readonly OrderSummary[] }) {
  const form = useNewBooking()
  const { typed, problems, change } = form
  const active = orders.filter((order) => order.status === 'active')
  return (
    <section aria-labelledby="new-booking">
      <h2 id="new-booking" className="db-sub">
        {texts.title}
      </h2>
      <p role="status" className="s db-booking-done">
        {form.confirmation}
      </p>
      <form
        key={form.sentCount}
        aria-label={texts.form}
        className="ui-fields"
        noValidate
        onSubmit={form.submit}
      >
        <Select
          label={texts.kind}
          options={texts.kinds}
          value={typed.kind}
          onChange={(event) => change({ kind: event.target.value as typeof typed.kind, slot: '' })}
        />
        <SlotPicker
          kind={typed.kind}
          day={typed.day}
          slot={typed.slot}
          dayProblem={problems.day}
          problem={problems.slot}
          onDay={(day) => change({ day, slot: '' })}
          onSlot={(slot) => change({ slot })}
        />
        {active.length > 0 && (
          <Select
            label={texts.order}
            placeholder={texts.noOrder}
            options={active.map((order) => ({ value: order.id, label: order.title }))}
            value={typed.order}
            onChange={(event) => change({ order: event.target.value })}
          />
        )}
        <TextArea
          label={texts.note}
          rows={3}
          maxLength={noteLength}
          value={typed.note}
          error={problems.note}
          onChange={(event) => change({ note: event.target.value })}
        />
        <ActionError error={form.error} fallback={texts.failed} />
        <div className="btns">
          <Button type="submit" wide pendingLabel={form.isLoading && texts.sending}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </section>
  )
}
