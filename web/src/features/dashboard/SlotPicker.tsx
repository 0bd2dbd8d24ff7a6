import { isoDay, time } from '../../lib/dates.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { newBooking as texts } from '../../shared/texts/bookings.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { BookingKind } from './bookingOrder.ts'
import { useGetSlotsQuery } from './bookingsApi.ts'

type Props = {
  /** The prefix of the ids of the fields. */
  id: string
  kind: BookingKind
  day: string
  slot: string
  /** The booking that is moved: it does not occupy its own time. */
  moving?: string
  dayProblem?: string
  problem?: string
  onDay: (day: string) => void
  onSlot: (startsAt: string) => void
}

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)

/** A day, and the free times of that day from the server. */
export function SlotPicker(props: Props) {
  const { id, kind, day, slot, moving, dayProblem, problem, onDay, onSlot } = props
  const query = useGetSlotsQuery(
    { kind, day, moving },
    { skip: !isDay(day), refetchOnMountOrArgChange: true },
  )
  return (
    <>
      <TextField
        id={`${id}-day`}
        label={texts.day}
        type="date"
        min={isoDay(new Date())}
        value={day}
        error={dayProblem}
        onChange={(event) => onDay(event.target.value)}
      />
      {isDay(day) && (
        <fieldset className="db-slots" aria-describedby={problem ? `${id}-problem` : undefined}>
          <legend className="ui-label">{texts.time}</legend>
          <QueryView
            query={query}
            errorTitle={texts.slotsFailed}
            isSkeletonBusy
            skeleton={
              <Loading label={texts.loading}>
                <Skeleton height={88} />
              </Loading>
            }
          >
            {({ slots }) =>
              slots.length > 0 ? (
                <div>
                  {slots.map((startsAt, place) => (
                    <label key={startsAt}>
                      <input
                        id={place === 0 ? `${id}-starts_at` : undefined}
                        type="radio"
                        name={`${id}-starts_at`}
                        value={startsAt}
                        checked={slot === startsAt}
                        onChange={() => onSlot(startsAt)}
                      />
                      <span className="num">{time(startsAt)}</span>
                    </label>
                  ))}
                </div>
              ) : (
                <p className="s ink2" role="status">
                  {texts.noSlots}
                </p>
              )
            }
          </QueryView>
          {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
        </fieldset>
      )}
    </>
  )
}
