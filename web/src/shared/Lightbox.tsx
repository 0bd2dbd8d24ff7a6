// A lightbox: pictures over the page, one at a time. The arrow keys, two buttons and a swipe change
// the picture. Escape and Back close the lightbox.

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useBackCloses } from './backCloses.ts'
import { lightbox as texts } from './texts/lightbox.ts'
import './Lightbox.css'
import { icons } from '../ui/icons.ts'

export type Picture = { src: string; alt: string; caption?: string }

type Props = {
  /** The accessible name of the dialog. */
  title: string
  pictures: readonly Picture[]
  /** Index of the first picture. */
  start: number
  /** Gets the index of the picture that was shown last. */
  onClose: (last: number) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

export function Lightbox({ title, pictures, start, onClose }: Props) {
  const [index, setIndex] = useState(start)
  const close = () => onClose(index)
  useBackCloses(close)
  const last = pictures.length - 1
  const turnTo = (target: number) => setIndex(Math.max(0, Math.min(last, target)))
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    turnTo(index + step)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      hideTitle
      size="wide"
      fullOnPhone
      bare
      className="lightbox"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same as the keys. */}
      <div onKeyDown={onKeyDown}>
        <Track pictures={pictures} index={index} onTurn={turnTo} />
        <div className="lightbox-foot">
          <p className="s">{pictures[index]?.caption ?? pictures[index]?.alt}</p>
          <p role="status" className="num mute">
            {texts.place(index + 1, pictures.length)}
          </p>
          {last > 0 && (
            <div className="row lightbox-turn">
              <IconButton
                icon={icons.left}
                label={texts.previous}
                disabled={index === 0}
                onClick={() => turnTo(index - 1)}
              />
              <IconButton
                icon={icons.right}
                label={texts.next}
                disabled={index === last}
                onClick={() => turnTo(index + 1)}
              />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type TrackProps = { pictures: readonly Picture[]; index: number; onTurn: (target: number) => void }

/** All pictures in a scrolling row that snaps to one of them. */
function Track({ pictures, index, onTurn }: TrackProps) {
  const track = useRef<HTMLUListElement>(null)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const row = track.current
    if (!row || Math.round(row.scrollLeft / row.clientWidth) === index) return
    row.scrollTo?.({
      left: index * row.clientWidth,
      behavior: isFirst.current ? 'instant' : 'smooth',
    })
    isFirst.current = false
  }, [index])
  return (
    <ul
      ref={track}
      className="lightbox-track"
      onScrollEnd={({ currentTarget: row }) => {
        if (row.clientWidth > 0) onTurn(Math.round(row.scrollLeft / row.clientWidth))
      }}
    >
      {pictures.map(({ src, alt }, pictureIndex) => (
        <li key={src} aria-hidden={pictureIndex !== index || undefined}>
          <img
            src={src}
            alt={alt}
            loading={Math.abs(pictureIndex - index) > 1 ? 'lazy' : 'eager'}
          />
        </li>
      ))}
    </ul>
  )
}
