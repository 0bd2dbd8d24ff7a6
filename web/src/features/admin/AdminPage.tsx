// The sections of the admin panel.

import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx'
import { pages } from '../../app/paths.ts'
import { panel, sectionNames, views } from '../../app/texts/adminPanel.ts'
import { useRouteParams } from '../../app/useRouteParams.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { AdminList } from './AdminList.tsx'
import { articlesSection, subscribersSection } from './articlesSection.tsx'
import { accountAudit, calculatorAudit, contentAudit, logsSection } from './auditSections.tsx'
import { carsSection, teamSection } from './carsSection.tsx'
import { contactsSection } from './contactsSection.tsx'
import { ModerationQueue } from './ModerationQueue.tsx'
import { mediaSection } from './mediaSection.tsx'
import { Overview } from './Overview.tsx'
import { ordersSection } from './ordersSection.tsx'
import { bookingsSection, paymentsSection } from './paymentAndBookingSections.tsx'
import { requestsSection } from './requestsSection.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { type SectionKey, sectionKeys } from './sections.ts'
import { incidentsSection, maintenanceSection } from './statusSections.tsx'
import { usersSection } from './usersSection.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import '../../ui/Tabs.css'

const bodies: Record<SectionKey, ComponentType> = {
  overview: Overview,
  articles: () => (
    <ViewTabs
      label={sectionNames.articles}
      views={[
        { key: 'articles', label: views.articles, body: <AdminList section={articlesSection} /> },
        {
          key: 'subscribers',
          label: views.subscribers,
          body: <AdminList section={subscribersSection} />,
        },
      ]}
    />
  ),
  comments: ModerationQueue,
  contacts: () => <AdminList section={contactsSection} />,
  requests: () => <AdminList section={requestsSection} />,
  orders: () => (
    <ViewTabs
      label={sectionNames.orders}
      views={[
        { key: 'orders', label: views.orders, body: <AdminList section={ordersSection} /> },
        { key: 'payments', label: views.payments, body: <AdminList section={paymentsSection} /> },
        { key: 'bookings', label: views.bookings, body: <AdminList section={bookingsSection} /> },
      ]}
    />
  ),
  cars: () => (
    <ViewTabs
      label={sectionNames.cars}
      views={[
        { key: 'cars', label: views.cars, body: <AdminList section={carsSection} /> },
        { key: 'media', label: views.media, body: <AdminList section={mediaSection} /> },
      ]}
    />
  ),
  team: () => <AdminList section={teamSection} />,
  users: () => <AdminList section={usersSection} />,
  status: () => (
    <ViewTabs
      label={sectionNames.status}
      views={[
        {
          key: 'incidents',
          label: views.incidents,
          body: <AdminList section={incidentsSection} />,
        },
        {
          key: 'maintenance',
          label: views.maintenance,
          body: <AdminList section={maintenanceSection} />,
        },
        { key: 'logs', label: views.logs, body: <AdminList section={logsSection} /> },
      ]}
    />
  ),
  settings: SettingsSection,
  audit: () => (
    <ViewTabs
      label={sectionNames.audit}
      views={[
        { key: 'content', label: views.content, body: <AdminList section={contentAudit} /> },
        { key: 'accounts', label: views.accounts, body: <AdminList section={accountAudit} /> },
        {
          key: 'calculator',
          label: views.calculator,
          body: <AdminList section={calculatorAudit} />,
        },
      ]}
    />
  ),
}

export function AdminPage() {
  const section = useRouteParams('/admin/*')['*'] || 'overview'
  const key = sectionKeys.find((one) => one === section)
  const Body = key && bodies[key]
  if (!Body) return <Navigate to={pages.admin} replace />
  return (
    <AdminFrame>
      <h1>{panel.title}</h1>
      <div>
        <h2>{sectionNames[key]}</h2>
        <ErrorBoundary key={key} title={panel.boundary}>
          <Body />
        </ErrorBoundary>
      </div>
    </AdminFrame>
  )
}
