import { useState } from 'react'
import { Link } from 'react-router'
import { useDropFavoriteMutation, useKeepFavoriteMutation } from '../../../api/favorites.ts'
import type { FavoriteRead } from '../../../api/wire/content.ts'
import { formatRoubles, formatRoublesChange } from '../../../lib/numbers.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { chooseBody } from '../../../shared/cars/carBodies.ts'
import { listCarSpecs } from '../../../shared/cars/carSpecs.ts'
import { useOwnReservations } from '../../../shared/cars/useOwnReservations.ts'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { pages } from '../../../shared/paths.ts'
import { PriceLimit } from '../../../shared/priceLimits/PriceLimit.tsx'
import { carUnits } from '../../../shared/texts/carUnits.ts'
import { dashboard, favorites as texts } from '../../../shared/texts/dashboard.ts'
import { reservation as reservationTexts } from '../../../shared/texts/reservation.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { CarDrawing } from '../../../ui/drawing/CarDrawing.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { icons } from '../../../ui/icons.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { TextField } from '../../../ui/TextField.tsx'

// Width of all drawings in millimetres of the car, so that the cars have one scale.
const drawingSpanMm = 5200
const noteLength = 500

const formatCarName = (car: FavoriteRead) => `${car.brand} ${car.model}`

export function FavoriteRow({ car, onRemoved }: { car: FavoriteRead; onRemoved: () => void }) {
  const [drop, { isLoading, error }] = useDropFavoriteMutation()
  const remove = useSingleFlight(async () => {
    const answer = await drop(car.id)
    if (!answer.error) onRemoved()
  })
  const specs = [...listCarSpecs(car), car.city ?? car.country]
  return (
    <li className="db-favorite">
      <Picture car={car} />
      <div className="db-favorite-name">
        <h3>
          {car.status === 'published' ? (
            <Link to={pages.car(car.slug)} className="plain">
              {formatCarName(car)}
            </Link>
          ) : (
            formatCarName(car)
          )}
        </h3>
        <p className="s mute">{specs.join(', ')}</p>
        {car.reserved_until && <ReservedTag car={car} />}
        {/* The key gives the form new initial values after the note is saved or changed elsewhere. */}
        <FavoriteNote key={car.note ?? ''} car={car} />
        {car.price_rub !== null && car.status === 'published' && (
          <PriceLimit kind="cars" id={car.id} name={formatCarName(car)} current={car.price_rub} />
        )}
        <ActionError className="s" error={error} fallback={texts.removeFailed} />
      </div>
      <Price car={car} />
      <IconButton
        icon={icons.trash}
        label={`${texts.remove}: ${formatCarName(car)}`}
        disabled={isLoading}
        onClick={remove}
      />
    </li>
  )
}

/** The user who has reserved a car is told so; others only learn that it is reserved. */
function ReservedTag({ car }: { car: FavoriteRead }) {
  const isOwn = useOwnReservations([car]).length > 0
  return <Tag tone={isOwn ? 'ok' : 'warn'}>{isOwn ? reservationTexts.done : carUnits.reserved}</Tag>
}

function Picture({ car }: { car: FavoriteRead }) {
  return (
    <div className="db-favorite-picture">
      {car.image_url ? (
        <img src={car.image_url} alt="" loading="lazy" />
      ) : (
        <CarDrawing
          body={chooseBody(car.body_type)}
          label=""
          lod={1}
          spanMm={drawingSpanMm}
          lengthMm={car.length_mm ?? undefined}
          ground={false}
          pad={[20, 20, 0, 20]}
        />
      )}
    </div>
  )
}

function Price({ car }: { car: FavoriteRead }) {
  const change =
    car.price_rub !== null && car.seen_price_rub !== null ? car.price_rub - car.seen_price_rub : 0
  return (
    <div className="db-favorite-price">
      <p className={car.price_rub === null ? 's ink2' : 'num db-sum'}>
        {car.price_rub === null ? texts.noPrice : formatRoubles(car.price_rub)}
      </p>
      {car.price_rub !== null && <p className="xs mute">{carUnits.withCustoms('')}</p>}
      {car.turnkey_rub != null && (
        <p className="xs mute num">{carUnits.turnkey(formatRoubles(car.turnkey_rub, 'text'))}</p>
      )}
      {change !== 0 && (
        <p className="xs" data-change={change < 0 ? 'down' : 'up'}>
          {texts.change(formatRoublesChange(change, 'text'))}
        </p>
      )}
      {car.status !== 'published' && <Tag tone="none">{texts.gone[car.status]}</Tag>}
    </div>
  )
}

function FavoriteNote({ car }: { car: FavoriteRead }) {
  const [isOpen, setOpen] = useState(false)
  const [keep] = useKeepFavoriteMutation()
  const form = useForm({
    initial: { note: car.note ?? '' },
    send: async ({ note }) => {
      const answer = await keep({ car: car.id, note: note.trim() || null })
      if (!answer.error) setOpen(false)
      return answer
    },
  })
  function cancel() {
    form.reset()
    setOpen(false)
  }
  if (!isOpen)
    return (
      <p className="row-wrap s ink2 db-note">
        {car.note && <span>{car.note}</span>}
        <Button
          variant="text"
          small
          aria-label={`${car.note ? texts.editNote : texts.addNote}: ${formatCarName(car)}`}
          onClick={() => setOpen(true)}
        >
          {car.note ? texts.editNote : texts.addNote}
        </Button>
      </p>
    )
  return (
    <form className="stack-8 db-note-form" {...form.props}>
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        small
        // The user has just pressed the button of the note, so the focus moves to the field.
        autoFocus
        maxLength={noteLength}
        {...form.field('note')}
      />
      <SubmitRow
        form={form}
        label={texts.saveNote}
        pendingLabel={texts.savingNote}
        variant="line"
        small
      >
        <Button variant="text" small onClick={cancel}>
          {texts.cancel}
        </Button>
      </SubmitRow>
      <ActionError error={form.failure} fallback={dashboard.saveFailed} />
    </form>
  )
}
