import { useEffect, useRef, useState } from 'react'
import { formatWithUnit } from '../../lib/numbers.ts'
import { joinClasses } from '../classes.ts'
import { useInView } from '../useInView.ts'
import { useWidth } from '../useWidth.ts'
import { useMap } from './loadDrawing.ts'
import './RouteMap.css'
import { tallMapTop } from './placeLabel.ts'
import { RoutePicture } from './RoutePicture.tsx'
import { useReveal } from './useReveal.ts'

export type RouteName = 'kaliningrad' | 'klaipeda' | 'minsk'

type RouteMapProps = {
  route: RouteName
  /** Number of completed legs. */
  done?: number
  /** Completed share of the next leg, 0 to 1. */
  part?: number
  /** The accessible name: the stations and the position of the car. */
  label: string
  /** Lines under station names, by the station's id. Without one, the usual distance. */
  notes?: Partial<Record<string, string>>
  /** Texts at the car itself. */
  live?: { title: string; note?: string }
  /** Wide on desktops, tall on phones; by default by the window. */
  variant?: 'wide' | 'tall'
  draw?: boolean
  className?: string
}

const phoneQuery = '(max-width: 767px)'

/** Known only in the browser. Until then the style sheet reserves the space. */
function useVariant(given: RouteMapProps['variant']) {
  const [variant, setVariant] = useState(given ?? null)
  useEffect(() => {
    if (given) return setVariant(given)
    const media = window.matchMedia(phoneQuery)
    const choose = () =>
      setVariant(
        media.matches || document.documentElement.dataset.layout === 'mobile' ? 'tall' : 'wide',
      )
    choose()
    media.addEventListener('change', choose)
    return () => media.removeEventListener('change', choose)
  }, [given])
  return variant
}

export function RouteMap(props: RouteMapProps) {
  const { route, done = 0, part = 0, label, draw = false } = props
  const box = useRef<HTMLDivElement>(null)
  const variant = useVariant(props.variant)
  const isNear = useInView(box, -600)
  const map = useMap(isNear ? variant : null)
  const width = useWidth(box, variant === 'tall' ? 350 : 1312)
  const state = useReveal(box, draw, Boolean(map))
  const px = (map?.width ?? width) / width
  return (
    <div
      ref={box}
      className={joinClasses('ui-map-box', props.variant && `is-${props.variant}`, props.className)}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={variant === 'tall' ? `0 ${tallMapTop} 390 650` : '0 0 1440 640'}
        className={joinClasses('ui-map', state)}
      >
        {map && (
          <RoutePicture
            map={map}
            routeName={route}
            done={done}
            part={part}
            px={px}
            live={props.live}
            getNote={(station) =>
              props.notes?.[station.id] ?? (station.km ? formatWithUnit(station.km, 'км') : 'старт')
            }
            draw={state !== ''}
          />
        )}
      </svg>
    </div>
  )
}
