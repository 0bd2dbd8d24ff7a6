// Photos of a car, one at a time with its number. Swipes and buttons change it; a click opens it
// over the page.

import { useRef, useState } from 'react'
import { Lightbox } from '../../shared/Lightbox.tsx'
import { car as texts } from '../../shared/texts/cars.ts'
import { lightbox } from '../../shared/texts/lightbox.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'

type Props = {
  name: string
  photographs: readonly string[]
  /** Alternative texts by the photo's URL. */
  texts?: Readonly<Record<string, string>>
}

export function CarGallery({ name, photographs, texts: shown = {} }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState<number | null>(null)
  const turn = (step: number) =>
    row.current?.scrollBy?.({ left: step * row.current.clientWidth, behavior: 'smooth' })
  const pictures = photographs.map((src, place) => ({
    src,
    alt: shown[src] || `${name}, ${place + 1}`,
    caption: shown[src],
  }))
  return (
    <div className="cars-gallery">
      <ul
        ref={row}
        className="cars-photographs"
        aria-label={texts.photographs}
        onScroll={({ currentTarget }) =>
          currentTarget.clientWidth > 0 &&
          setAt(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
      >
        {pictures.map(({ src, alt }, place) => (
          <li key={src}>
            <button
              type="button"
              className="plain"
              aria-label={lightbox.open(place + 1)}
              onClick={() => setOpen(place)}
            >
              <img
                src={src}
                alt={alt}
                loading={place > 0 ? 'lazy' : 'eager'}
                fetchPriority={place > 0 ? 'auto' : 'high'}
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <div className="cars-gallery-foot">
          <IconButton
            icon={icons.left}
            label={lightbox.previous}
            disabled={at === 0}
            onClick={() => turn(-1)}
          />
          <span className="num">{lightbox.place(at + 1, pictures.length)}</span>
          <IconButton
            icon={icons.right}
            label={lightbox.next}
            disabled={at === pictures.length - 1}
            onClick={() => turn(1)}
          />
        </div>
      )}
      {open !== null && (
        <Lightbox title={name} pictures={pictures} start={open} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}
