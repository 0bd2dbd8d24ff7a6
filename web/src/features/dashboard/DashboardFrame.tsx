import type { ReactNode } from 'react'
import { anchors, pages } from '../../shared/paths.ts'
import { dashboard } from '../../shared/texts/dashboard.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import './dashboard.css'
import './personal.css'

const sections = [
  { to: pages.dashboard, label: dashboard.overview },
  { to: anchors.favorites, label: dashboard.favorites },
  { to: pages.dashboardBookings, label: dashboard.bookings },
  { to: pages.dashboardPayments, label: dashboard.payments },
  { to: pages.notifications, label: dashboard.notifications },
  { to: anchors.dashboardSettings, label: dashboard.settings },
  { to: pages.dashboardSecurity, label: dashboard.security },
]

type Props = {
  title?: string
  /** A remark beside the title. */
  remark?: string
  children: ReactNode
}

/** The frame of every page of the personal area: title and navigation. */
export function DashboardFrame({ title = dashboard.title, remark, children }: Props) {
  return (
    <div className="page db-page">
      {title !== dashboard.title && (
        <Breadcrumbs crumbs={[{ label: dashboard.title, to: pages.dashboard }, { label: title }]} />
      )}
      <div className="grid db-head">
        <h1>{title}</h1>
        {remark && <div className="s ink2">{remark}</div>}
      </div>
      <Tabs label={dashboard.sections} tabs={sections} />
      {children}
    </div>
  )
}

/** Shown for an unknown path in the personal area. */
export function DashboardNotFound() {
  return (
    <div className="db-empty">
      <EmptyState
        as="h2"
        title={dashboard.unknown}
        link={{ to: pages.dashboard, label: dashboard.toOverview }}
      >
        {dashboard.unknownHint}
      </EmptyState>
    </div>
  )
}
