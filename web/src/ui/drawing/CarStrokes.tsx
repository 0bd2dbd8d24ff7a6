import type { CarData, Stroke } from './types'

type CarStrokesProps = {
  data: CarData
  lod: number
  isMirrored: boolean
  xray?: boolean
  ground?: boolean
  /** Gives every path the length 1, so that its dash can grow along it. */
  draw: boolean
}

export function CarStrokes({ data, lod, isMirrored, xray, ground = true, draw }: CarStrokesProps) {
  const shown = (list: Stroke[]) =>
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
      {shown(data.strokes)}
      {data.axles.map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          {shown(data.wheel)}
        </g>
      ))}
      {xray && shown(data.xray)}
    </g>
  )
}
