import { useState } from 'react'
import { Link } from 'react-router'
import { bodyOf, factsOf } from '../../app/carFacts.ts'
import { pages } from '../../app/paths.ts'
import { dashboard, favorites as texts } from '../../app/texts/dashboard.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { FavoriteRead } from '../../app/wire/content.ts'
import { roubles, roublesChange } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { CarDrawing } from '../../ui/drawing/CarDrawing'
import { IconButton } from '../../ui/IconButton'
import { Tag } from '../../ui/Tag'
import { TextField } from '../../ui/TextField'
import { DeedFailure } from './Answer.tsx'
import { useDropFavoriteMutation, useKeepFavoriteMutation } from './dashboardApi.ts'

// What a row shows, in millimetres: with one span for all, the cars stand to one scale.
const span = 5200
const noteLength = 500

const nameOf = (car: FavoriteRead) => `${car.brand} ${car.model}`

export function FavoriteRow({ car, onRemoved }: { car: FavoriteRead; onRemoved: () => void }) {
  const [drop, { isLoading, error }] = useDropFavoriteMutation()
  const remove = useOnce(async () => {
    const answer = await drop(car.id)
    if (!answer.error) onRemoved()
  })
  const facts = [...factsOf(car), car.city ?? car.country]
  return (
    <li className="db-favorite">
      <Picture car={car} />
      <div className="db-favorite-name">
        <h3>
          {car.status === 'published' ? (
            <Link to={pages.car(car.slug)} className="plain">
              {nameOf(car)}
            </Link>
          ) : (
            nameOf(car)
          )}
        </h3>
        <p className="s mute">{facts.join(', ')}</p>
        <FavoriteNote key={car.note ?? ''} car={car} />
        <DeedFailure error={error} otherwise={texts.removeFailed} />
      </div>
      <Price car={car} />
      <IconButton
        icon="trash"
        label={`${texts.remove}: ${nameOf(car)}`}
        disabled={isLoading}
        onClick={remove}
      />
    </li>
  )
}

function Picture({ car }: { car: FavoriteRead }) {
  return (
    <div className="db-favorite-picture">
      {car.image_url ? (
        <img src={car.image_url} alt="" loading="lazy" />
      ) : (
        <CarDrawing
          body={bodyOf(car.body_type)}
          label=""
          lod={1}
          spanMm={span}
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
        {car.price_rub === null ? texts.noPrice : roubles(car.price_rub)}
      </p>
      {change !== 0 && (
        <p className="xs" data-change={change < 0 ? 'down' : 'up'}>
          {texts.change(roublesChange(change, 'text'))}
        </p>
      )}
      {car.status !== 'published' && <Tag tone="none">{texts.gone[car.status]}</Tag>}
    </div>
  )
}

function FavoriteNote({ car }: { car: FavoriteRead }) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState(car.note ?? '')
  const [keep, { isLoading, error }] = useKeepFavoriteMutation()
  const save = useOnce(async () => {
    const answer = await keep({ car: car.id, note: note.trim() || null })
    if (!answer.error) setOpen(false)
  })
  if (!isOpen)
    return (
      <p className="s db-note">
        {car.note && <span>{car.note}</span>}
        <Button
          look="text"
          small
          aria-label={`${car.note ? texts.editNote : texts.addNote}: ${nameOf(car)}`}
          onClick={() => setOpen(true)}
        >
          {car.note ? texts.editNote : texts.addNote}
        </Button>
      </p>
    )
  return (
    <form
      className="db-note-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        small
        value={note}
        maxLength={noteLength}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="btns">
        <Button type="submit" look="line" small sending={isLoading && texts.savingNote}>
          {texts.saveNote}
        </Button>
        <Button look="text" small onClick={() => setOpen(false)}>
          {texts.cancel}
        </Button>
      </div>
      <DeedFailure error={error} otherwise={dashboard.saveFailed} />
    </form>
  )
}
