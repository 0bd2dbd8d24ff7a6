import { pages } from '../../app/paths.ts'
import { dashboard } from '../../app/texts/dashboard.ts'
import { EmptyState } from '../../ui/EmptyState'
import { DashboardFrame } from './DashboardFrame.tsx'

/** The page for an unknown address in the personal area. */
export function DashboardNotFound() {
  return (
    <DashboardFrame title={dashboard.title}>
      <div className="db-empty">
        <EmptyState
          as="h2"
          title={dashboard.unknown}
          link={{ to: pages.dashboard, label: dashboard.toOverview }}
        >
          {dashboard.unknownHint}
        </EmptyState>
      </div>
    </DashboardFrame>
  )
}
