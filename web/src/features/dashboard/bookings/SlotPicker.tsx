import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts'
import { formatShortDay, formatTime, toIsoDay } from '../../../lib/dates.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { newBooking as texts } from '../../../shared/texts/bookings.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { BookingKind } from './bookingOrder.ts'
import { bookingsApi, useGetSlotsQuery } from './bookingsApi.ts'

type Props = {
  /** Prefix of the field ids. */
  id: string
  kind: BookingKind
  day: string
  slot: string
  /** The booking that is being moved. Its own time counts as free. */
  moving?: string
  dayProblem?: string
  problem?: string
  onDay: (day: string) => void
  onSlot: (startsAt: string) => void
}

const dayMs = 86_400_000
/** Nine days are longer than a week, so they nearly always include a day with a free time. */
const offeredDays = 9

type FreeDaysProps = { kind: BookingKind; chosenDay: string; onDay: (day: string) => void }

/** The nearest days with a free time, so that the user need not try one day after another. */
function FreeDays({ kind, chosenDay, onDay }: FreeDaysProps) {
  const [from] = useState(() => Date.now())
  const days = Array.from({ length: offeredDays }, (_, index) => toIsoDay(from + index * dayMs))
  return (
    <fieldset className="db-free-days" aria-label={texts.nearest}>
      <span className="ui-label">{texts.nearest}</span>
      {days.map((day) => (
        <FreeDay key={day} kind={kind} day={day} isChosen={day === chosenDay} onDay={onDay} />
      ))}
      <NoFreeDays kind={kind} days={days} />
    </fieldset>
  )
}

/** Says why there are no free days to choose from: none has a free time, or they could not be loaded. */
function NoFreeDays({ kind, days }: { kind: BookingKind; days: readonly string[] }) {
  const dispatch = useAppDispatch()
  const { getSlots } = bookingsApi.endpoints
  const outcome = useAppSelector((state) => {
    const answers = days.map((day) => getSlots.select({ kind, day })(state))
    if (answers.some(({ data }) => data && data.slots.length > 0)) return 'some'
    if (answers.some(({ isError }) => isError)) return 'failed'
    return answers.every(({ isSuccess }) => isSuccess) ? 'none' : 'loading'
  })
  if (outcome === 'failed')
    return (
      <p className="s row-wrap" role="alert">
        {texts.nearestFailed}
        <Button
          small
          variant="text"
          onClick={() => {
            for (const day of days)
              void dispatch(
                getSlots.initiate({ kind, day }, { forceRefetch: true, subscribe: false }),
              )
          }}
        >
          {texts.again}
        </Button>
      </p>
    )
  return outcome === 'none' ? (
    <p className="s ink2" role="status">
      {texts.noNearest}
    </p>
  ) : null
}

type FreeDayProps = {
  kind: BookingKind
  day: string
  isChosen: boolean
  onDay: (day: string) => void
}

function FreeDay({ kind, day, isChosen, onDay }: FreeDayProps) {
  const { data } = useGetSlotsQuery({ kind, day }, { refetchOnMountOrArgChange: true })
  if (!data?.slots.length) return null
  return (
    <Chip pressed={isChosen} onClick={() => onDay(day)}>
      {formatShortDay(day)}
    </Chip>
  )
}

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day)

/** The fields for the day and the start time of a booking. The server lists the free times. */
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
        min={toIsoDay(new Date())}
        value={day}
        error={dayProblem}
        onChange={(event) => onDay(event.target.value)}
      />
      <FreeDays kind={kind} chosenDay={day} onDay={onDay} />
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
                  {slots.map((startsAt, index) => (
                    <label key={startsAt}>
                      <input
                        id={index === 0 ? `${id}-starts_at` : undefined}
                        type="radio"
                        name={`${id}-starts_at`}
                        value={startsAt}
                        checked={slot === startsAt}
                        onChange={() => onSlot(startsAt)}
                      />
                      <span className="num">{formatTime(startsAt)}</span>
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
