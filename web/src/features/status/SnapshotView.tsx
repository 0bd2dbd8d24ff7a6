import type { ReactNode } from 'react'
import { type QueryState, QueryView } from '../../shared/QueryView.tsx'
import type { StatusSnapshot } from './statusApi.ts'

type SnapshotViewProps = {
  query: QueryState<StatusSnapshot>
  /** Shown if the service does not respond, since nothing is known then. */
  unknown: string
  skeleton: ReactNode
  children: (snapshot: StatusSnapshot) => ReactNode
}

/** A part of the page that shows the snapshot. Its error is short, because the banner above has the retry. */
export const SnapshotView = ({ unknown, ...view }: SnapshotViewProps) => (
  <QueryView {...view} errorTitle={unknown} renderError={() => <p className="ink2">{unknown}</p>} />
)
