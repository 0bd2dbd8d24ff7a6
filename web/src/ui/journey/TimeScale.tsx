// Steps on a line at their real durations, with leaders to equal columns. Below 1180 px the window has no
// width for the leaders: the steps are listed below each other, each with its share of the total time.

import type { CSSProperties } from 'react'
import './journey.css'

type TimeStep = {
  title: string
  /** As text: '1–3 дня'. */
  duration: string
  /** As drawn, in days. */
  days: number
  text: string
}

/** A range of the line with a label above it: from one step to another, counted from 0. */
type TimeSpan = { from: number; to: number; label: string }

type TimeScaleProps = { steps: readonly TimeStep[]; spans: readonly TimeSpan[] }

const width = 1312
const lineY = 46
/** As in ui/drawing, whose code is in another chunk. */
const roundCoordinate = (value: number) => Number(value.toFixed(1))

export function TimeScale({ steps, spans }: TimeScaleProps) {
  const total = steps.reduce((sum, step) => sum + step.days, 0)
  const starts: number[] = []
  let passed = 0
  for (const step of steps) {
    starts.push((passed / total) * width)
    passed += step.days
  }
  const columnWidth = (width + 24) / steps.length
  return (
    <div className="ui-scale">
      <svg viewBox={`0 -4 ${width} 164`} aria-hidden="true">
        {spans.map((span) => (
          <MeasuredSpan
            key={span.label}
            from={starts[span.from] ?? 0}
            to={starts[span.to] ?? width}
            label={span.label}
          />
        ))}
        <path className="ui-scale-line" d={`M0 ${lineY}H${width}`} />
        {starts.map((x, place) => (
          <g key={steps[place]?.title}>
            <path
              className="ui-scale-leader"
              d={`M${roundCoordinate(x)} ${lineY}V60L${roundCoordinate(columnWidth * place + 0.5)} 124V158`}
            />
            <circle cx={roundCoordinate(x)} cy={lineY} r="5" />
          </g>
        ))}
        <circle className="is-end" cx={width} cy={lineY} r="5" />
      </svg>
      <ol style={{ '--columns': steps.length } as CSSProperties}>
        {steps.map((step, place) => (
          <li
            key={step.title}
            style={
              {
                '--start': (starts[place] ?? 0) / width,
                '--share': step.days / total,
              } as CSSProperties
            }
          >
            <h3>
              {place + 1}. {step.title}
            </h3>
            <span className="ui-scale-duration num">{step.duration}</span>
            <i className="ui-scale-part" aria-hidden="true" />
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function MeasuredSpan({ from, to, label }: { from: number; to: number; label: string }) {
  const middle = (from + to) / 2
  const half = label.length * 3.9 + 8
  const tick = (x: number) => `M${roundCoordinate(x - 3)} 29l6 -6`
  return (
    <>
      <path
        className="ui-scale-leader"
        d={`M${roundCoordinate(from)} ${lineY}V20M${roundCoordinate(to)} ${lineY}V20`}
      />
      <path
        className="ui-scale-dim"
        d={`M${roundCoordinate(from)} 26H${roundCoordinate(middle - half)}M${roundCoordinate(middle + half)} 26H${roundCoordinate(to)}${tick(from)}${tick(to)}`}
      />
      <text x={roundCoordinate(middle)} y="30">
        {label}
      </text>
    </>
  )
}
