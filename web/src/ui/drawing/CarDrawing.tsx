import { type CSSProperties, useRef } from 'react'
import { formatNumber } from '../../lib/numbers.ts'
import { joinClasses } from '../classes.ts'
import { useInView } from '../useInView.ts'
import { useWidth } from '../useWidth.ts'
import { type Body, buildDrawingId, readDrawingSize, type Size, type View } from './bodies.ts'
import { type CalloutChoice, Callouts } from './Callouts.tsx'
import {
  chooseDimensions,
  computeFrame,
  computePadding,
  type DimensionChoice,
  type Pad,
} from './carLayout.ts'
import { DimensionMark } from './Dimensions.tsx'
import { useCar } from './loadDrawing.ts'
import { type Reading, Readings } from './Readings.tsx'
import type { CarData, DimensionName, Stroke } from './types.ts'
import { useReveal } from './useReveal.ts'
import './CarDrawing.css'

type CarDrawingProps = {
  body: Body
  view?: View
  /** The accessible name; by default the body and its main dimensions. '' makes it decorative. */
  label?: string
  /** 'over' is the length above the roof. Other dimensions are below and beside the car. */
  dimensions?: readonly DimensionChoice[]
  /** Dimensions of the real car. The drawing shows the body type all the same. */
  values?: Partial<Record<DimensionName, number>>
  unit?: string
  /**
   * 'checks': the points of the inspection, with texts above the car, or numbers if there is no
   * room. 'markers': always numbers. The page lists the eight texts beside both.
   */
  callouts?: CalloutChoice
  /** The engine and the gearbox are at the rear axle, not at the front one. */
  hasEngineBehind?: boolean
  /** Measured values on the panels. */
  readings?: readonly Reading[]
  xray?: boolean
  ground?: boolean
  /** Draws itself stroke by stroke when first visible. */
  draw?: boolean
  facing?: 'right' | 'left'
  /** Level of detail; by default it depends on the width. */
  lod?: 1 | 2 | 3
  /** Width of the drawing in mm of the car. One value for a list keeps one scale. */
  spanMm?: number
  /** Length of the real car in mm, to which the drawing is scaled. */
  lengthMm?: number
  pad?: Pad
  /** A drawing that the page imports itself; then it is in the prerendered HTML. */
  data?: CarData
  className?: string
}

const noDimensions: readonly DimensionChoice[] = []

/** A drawing below this width has smaller texts and fewer dimensions. */
const narrowPx = 380

function chooseSizeClass(carPx: number): string {
  if (carPx > 900) return 'is-l'
  return carPx < narrowPx ? 'is-s' : 'is-m'
}

/** The level of detail that is still readable at this width. */
function chooseDetail(carPx: number): 1 | 2 | 3 {
  if (carPx < 200) return 1
  return carPx < 420 ? 2 : 3
}

export function CarDrawing(props: CarDrawingProps) {
  const { body, view = 'side', dimensions = noDimensions, callouts, draw = false } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 840)
  const id = buildDrawingId(body, view)
  const size = readDrawingSize(id)
  const isNear = useInView(box, -600)
  const loaded = useCar(props.data || !isNear ? null : id)
  const data = props.data ?? loaded
  const isMirrored = props.facing !== 'left' && !/-(front|rear)$/.test(id)
  const hasCallouts = Boolean(callouts) && callouts !== 'markers'
  const pad = props.pad ?? computePadding(dimensions, { hasCallouts })
  const frame = computeFrame(size.bounds, pad, { isMirrored })
  const px = frame[2] / width
  const carPx = ((size.bounds[2] ?? 0) - (size.bounds[0] ?? 0)) / px
  const isNarrow = carPx < narrowPx
  const state = useReveal(box, draw, Boolean(data))
  const name = props.label ?? describeSize(size)
  return (
    <div
      ref={box}
      className={joinClasses('ui-car-box', props.className)}
      style={computeBoxStyle(props, size, frame)}
      data-waiting={data ? undefined : size.name}
    >
      <svg
        role={name ? 'img' : undefined}
        aria-label={name || undefined}
        aria-hidden={name ? undefined : true}
        viewBox={frame.join(' ')}
        className={joinClasses('ui-car', chooseSizeClass(carPx), state)}
        style={{ '--px': px } as CSSProperties}
      >
        {data && (
          <>
            <CarStrokes
              data={data}
              lod={props.lod ?? chooseDetail(carPx)}
              isMirrored={isMirrored}
              xray={props.xray}
              ground={props.ground}
              draw={state !== ''}
            />
            {chooseDimensions(data.dimensions, size, {
              names: dimensions,
              values: props.values,
              isMirrored,
              isNarrow,
            }).map((dim) => (
              <DimensionMark key={`${dim.id}${dim.at}`} dim={dim} px={px} unit={props.unit} />
            ))}
            <Callouts
              data={data}
              callouts={callouts}
              isMirrored={isMirrored}
              hasEngineBehind={props.hasEngineBehind}
              px={px}
            />
            {props.readings && (
              <Readings data={data} readings={props.readings} isMirrored={isMirrored} px={px} />
            )}
          </>
        )}
      </svg>
    </div>
  )
}

function computeBoxStyle(
  { spanMm, lengthMm }: CarDrawingProps,
  size: Size,
  frame: readonly number[],
) {
  const [, , width = 1, height = 1] = frame
  const stretch = lengthMm && size.length ? lengthMm / size.length : 1
  return {
    aspectRatio: `${width} / ${height}`,
    width: spanMm ? `${Math.min(100, ((width * stretch) / spanMm) * 100)}%` : undefined,
  }
}

function describeSize({ name, length, width, height }: Size): string {
  const parts = [
    length && `длина ${formatNumber(length, 'text')} мм`,
    width && `ширина ${formatNumber(width, 'text')} мм`,
    height && `высота ${formatNumber(height, 'text')} мм`,
  ]
  return `${name}: ${parts.filter(Boolean).join(', ')}`
}

type CarStrokesProps = {
  data: CarData
  lod: number
  isMirrored: boolean
  xray?: boolean
  ground?: boolean
  /** Gives every path the length 1, so that its dash can grow along it. */
  draw: boolean
}

function CarStrokes({ data, lod, isMirrored, xray, ground = true, draw }: CarStrokesProps) {
  const renderStrokes = (list: Stroke[]) =>
    list
      .filter((stroke) => (stroke.lod ?? 1) <= lod)
      .filter((stroke) => ground || (stroke.class !== 'ground' && stroke.class !== 'hatch'))
      .map((stroke) => (
        <path
          key={stroke.d}
          className={stroke.fill ? `${stroke.class} f-${stroke.fill}` : stroke.class}
          d={stroke.d}
          pathLength={draw ? 1 : undefined}
        />
      ))
  return (
    <g transform={isMirrored ? 'scale(-1 1)' : undefined}>
      {renderStrokes(data.strokes)}
      {data.axles.map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          {renderStrokes(data.wheel)}
        </g>
      ))}
      {xray && renderStrokes(data.xray)}
    </g>
  )
}
