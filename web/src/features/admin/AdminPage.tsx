// The sections of the admin panel.

import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useRouteParams } from '../../app/useRouteParams.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { pages } from '../../shared/paths.ts'
import { panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { AdminList } from './AdminList.tsx'
import { articlesSection, subscribersSection } from './articlesSection.tsx'
import {
  accountAudit,
  calculatorAudit,
  contentAudit,
  logsSection,
  notificationAudit,
} from './auditSections.tsx'
import { carsSection, teamSection } from './carsSection.tsx'
import { contactsSection, requestsSection } from './inboxSections.tsx'
import { ModerationQueue } from './ModerationQueue.tsx'
import { mediaSection } from './mediaSection.tsx'
import { Overview } from './Overview.tsx'
import { ordersSection } from './ordersSection.tsx'
import { bookingsSection, paymentsSection } from './paymentAndBookingSections.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import type { Item, Section } from './section.ts'
import { type SectionKey, sectionKeys } from './sectionPaths.ts'
import { incidentsSection, maintenanceSection } from './statusSections.tsx'
import { usersSection } from './usersSection.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import '../../ui/Tabs.css'

const list = <Row extends Item, Listed extends Item>(section: Section<Row, Listed>) => (
  <AdminList section={section} />
)

const bodies: Record<SectionKey, ReactNode> = {
  overview: <Overview />,
  articles: (
    <ViewTabs
      section="articles"
      bodies={{ articles: list(articlesSection), subscribers: list(subscribersSection) }}
    />
  ),
  comments: <ModerationQueue />,
  contacts: list(contactsSection),
  requests: list(requestsSection),
  orders: (
    <ViewTabs
      section="orders"
      bodies={{
        orders: list(ordersSection),
        payments: list(paymentsSection),
        bookings: list(bookingsSection),
      }}
    />
  ),
  cars: <ViewTabs section="cars" bodies={{ cars: list(carsSection), media: list(mediaSection) }} />,
  team: list(teamSection),
  users: list(usersSection),
  status: (
    <ViewTabs
      section="status"
      bodies={{
        incidents: list(incidentsSection),
        maintenance: list(maintenanceSection),
        logs: list(logsSection),
      }}
    />
  ),
  settings: <SettingsSection />,
  audit: (
    <ViewTabs
      section="audit"
      bodies={{
        content: list(contentAudit),
        accounts: list(accountAudit),
        calculator: list(calculatorAudit),
        messages: list(notificationAudit),
      }}
    />
  ),
}

export function AdminPage() {
  const section = useRouteParams('/admin/*')['*'] || 'overview'
  const key = sectionKeys.find((one) => one === section)
  if (!key) return <Navigate to={pages.admin} replace />
  return (
    <AdminFrame>
      <h1>{panel.title}</h1>
      <div>
        <h2>{sectionNames[key]}</h2>
        <ErrorBoundary key={key} title={panel.boundary}>
          {bodies[key]}
        </ErrorBoundary>
      </div>
    </AdminFrame>
  )
}
