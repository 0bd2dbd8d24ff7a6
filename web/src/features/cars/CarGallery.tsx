// Gallery of a car: photos and a video, one at a time, each with a number and a caption. Swipes and
// buttons show the next one; a click opens a photo in the lightbox.

import { useRef, useState } from 'react'
import { Lightbox } from '../../shared/Lightbox.tsx'
import { car as texts } from '../../shared/texts/cars.ts'
import { lightbox } from '../../shared/texts/lightbox.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'

type VideoProps = { name: string; src: string; poster?: string }

/** The video is loaded only when it is played. */
function CarVideo({ name, src, poster }: VideoProps) {
  const [isFailed, setFailed] = useState(false)
  if (isFailed)
    return (
      <p className="cars-video-lost s" role="status">
        {texts.videoFailed} <a href={src}>{texts.videoOpen}</a>
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: the video has no speech that a caption would repeat.
    <video
      src={src}
      poster={poster}
      aria-label={texts.videoOf(name)}
      controls
      playsInline
      preload="none"
      onError={() => setFailed(true)}
    />
  )
}

type Props = {
  name: string
  photographs: readonly string[]
  /** Alternative texts by the photo's URL. */
  texts?: Readonly<Record<string, string>>
  /** URL of a video file. The video comes after the photos; the first photo is its poster. */
  video?: string | null
}

export function CarGallery({ name, photographs, texts: descriptions = {}, video }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [shownIndex, setShownIndex] = useState(0)
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const scrollBySteps = (step: number) =>
    row.current?.scrollBy?.({ left: step * row.current.clientWidth, behavior: 'smooth' })
  /** Closes the lightbox and scrolls the gallery to the photo that was shown last. */
  function closeAt(last: number) {
    setOpenIndex(null)
    row.current?.scrollTo?.({ left: last * row.current.clientWidth, behavior: 'instant' })
  }
  const pictures = photographs.map((src, index) => ({
    src,
    alt: descriptions[src] || `${name}, ${index + 1}`,
    caption: descriptions[src],
  }))
  const count = pictures.length + (video ? 1 : 0)
  const captions = [...pictures.map(({ caption }) => caption), ...(video ? [texts.video] : [])]
  return (
    <div className="cars-gallery">
      <ul
        ref={row}
        className="cars-photographs"
        aria-label={texts.photographs}
        onScroll={({ currentTarget: { clientWidth, scrollLeft } }) => {
          if (clientWidth > 0) setShownIndex(Math.round(scrollLeft / clientWidth))
        }}
      >
        {pictures.map(({ src, alt }, index) => (
          <li key={src}>
            <button
              type="button"
              className="plain"
              aria-label={lightbox.open(index + 1)}
              onClick={() => setOpenIndex(index)}
            >
              <img
                src={src}
                alt={alt}
                loading={index > 0 ? 'lazy' : 'eager'}
                fetchPriority={index > 0 ? 'auto' : 'high'}
              />
            </button>
          </li>
        ))}
        {video && (
          <li>
            <CarVideo name={name} src={video} poster={photographs[0]} />
          </li>
        )}
      </ul>
      {captions.some(Boolean) && <p className="cars-caption s ink2">{captions[shownIndex]}</p>}
      {count > 1 && (
        <div className="cars-gallery-foot">
          <IconButton
            icon={icons.left}
            label={lightbox.previous}
            disabled={shownIndex === 0}
            onClick={() => scrollBySteps(-1)}
          />
          <span className="num">{lightbox.place(shownIndex + 1, count)}</span>
          <IconButton
            icon={icons.right}
            label={lightbox.next}
            disabled={shownIndex === count - 1}
            onClick={() => scrollBySteps(1)}
          />
        </div>
      )}
      {openIndex !== null && (
        <Lightbox title={name} pictures={pictures} start={openIndex} onClose={closeAt} />
      )}
    </div>
  )
}
