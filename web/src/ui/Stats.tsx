import { formatNumber } from '../lib/numbers.ts'
import './Stats.css'

type StatsProps = { figures: readonly (readonly [name: string, value: number | undefined])[] }

/** Figures in two columns, each below its name. An unknown one is a dash. */
export const Stats = ({ figures }: StatsProps) => (
  <dl className="ui-stats">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="num">{value === undefined ? '—' : formatNumber(value)}</dd>
      </div>
    ))}
  </dl>
)
