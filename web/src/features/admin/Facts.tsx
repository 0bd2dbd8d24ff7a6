// What is known and not edited, as pairs of a word and its value.

import type { ReactNode } from 'react'
import { desk } from '../../app/texts/adminDesk.ts'

export type Fact = [label: string, value: ReactNode]

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ad-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || desk.none}</dd>
        </div>
      ))}
    </dl>
  )
}
