import { figure } from '../lib/numbers'
import './Figures.css'

type FiguresProps = { figures: readonly (readonly [name: string, value: number | undefined])[] }

/** Figures in two columns, each below its name. One that is not known is a dash. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className="ui-figures">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="num">{value === undefined ? '—' : figure(value)}</dd>
      </div>
    ))}
  </dl>
)
