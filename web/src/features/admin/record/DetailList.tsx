// Read-only details of a record, as pairs of a label and a value.

import type { ReactNode } from 'react'
import { adminList } from '../../../shared/texts/adminList.ts'

export type Detail = [label: string, value: ReactNode]

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="ad-details">
      {details.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || adminList.none}</dd>
        </div>
      ))}
    </dl>
  )
}
