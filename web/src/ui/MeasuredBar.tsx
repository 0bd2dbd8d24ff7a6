import { type CSSProperties, useRef } from 'react'
import { formatNumber, formatPercent } from '../lib/numbers.ts'
import { DimensionLine } from './DimensionLine.tsx'
import './MeasuredBar.css'
import type { Hatch } from './Swatch.tsx'
import { useWidth } from './useWidth.ts'

export type Part = { id: string; label: string; value: number; hatch: Hatch }
type Group = { label: string; value: number }

type MeasuredBarProps = {
  parts: readonly Part[]
  /** Lines above the bar with sums of groups of parts. */
  groups?: readonly Group[]
  /** Lines below the bar with the share of each part. */
  shares?: boolean
  /** Height of the bar in px. */
  height?: number
  /** Accessible name; by default it lists every share. '' hides the bar from screen readers. */
  label?: string
}

const toFlexGrow = (value: number) => ({ flexGrow: value }) as CSSProperties

export function MeasuredBar(props: MeasuredBarProps) {
  const { groups, shares, height = 80 } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, 832)
  const parts = props.parts.filter((part) => part.value > 0)
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  if (total <= 0) return null
  const label =
    props.label ??
    parts.map((part) => `${part.label} ${formatPercent(part.value / total)}`).join(', ')
  return (
    <div ref={box} className="ui-measured">
      {groups && (
        <div className="ui-witness" aria-hidden="true">
          {groups.map((group) => (
            <span key={group.label} style={toFlexGrow(group.value)}>
              {hasRoom(group, width * (group.value / total)) && (
                <DimensionLine value={formatNumber(group.value, 'num', 0)}>
                  {group.label}
                </DimensionLine>
              )}
            </span>
          ))}
        </div>
      )}
      <div
        className="ui-parts"
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
        style={{ height }}
      >
        {parts.map((part) => (
          <span
            key={part.id}
            className={`ui-hatch ui-hatch-${part.hatch}`}
            style={toFlexGrow(part.value)}
          />
        ))}
      </div>
      {shares && (
        <div className="ui-witness is-under" aria-hidden="true">
          {parts.map((part) => (
            <span key={part.id} style={toFlexGrow(part.value)}>
              {width * (part.value / total) > 14 && (
                <DimensionLine>{fitLabel(part.value / total, width)}</DimensionLine>
              )}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether the label and the sum of a group fit above its parts, at 8 px a letter. */
const hasRoom = ({ label }: Group, px: number) => px > (label.length + 12) * 8

/** '14,9 %' if it fits, '9,2' if only that fits, otherwise only the ticks. */
function fitLabel(share: number, width: number): string | null {
  const px = share * width
  if (px > 74) return formatPercent(share)
  return px > 48 ? formatNumber(Number((share * 100).toFixed(1))) : null
}
