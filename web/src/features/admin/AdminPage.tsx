// The panel: its sections at the side, the open one beside them.

import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router'
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx'
import { pages } from '../../app/paths.ts'
import { panel, sectionNames, views } from '../../app/texts/adminPanel.ts'
import { AdminNav } from './AdminNav.tsx'
import { articlesSection, subscribersSection } from './articlesSection.tsx'
import { accountAudit, calculatorAudit, contentAudit, logsSection } from './auditSections.tsx'
import { CommentsDesk } from './CommentsDesk.tsx'
import { carsSection, teamSection } from './carsSection.tsx'
import { contactsSection } from './contactsSection.tsx'
import { DeskView } from './DeskView.tsx'
import { mediaSection } from './mediaSection.tsx'
import { bookingsSection, paymentsSection } from './moneySections.tsx'
import { Overview } from './Overview.tsx'
import { ordersSection } from './ordersSection.tsx'
import { requestsSection } from './requestsSection.tsx'
import { SettingsDesk } from './SettingsDesk.tsx'
import { type SectionKey, sectionKeys } from './sections.ts'
import { incidentsSection, maintenanceSection } from './statusSections.tsx'
import { usersSection } from './usersSection.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import '../../ui/Tabs.css'
import './admin.css'

const bodies: Record<SectionKey, ComponentType> = {
  overview: Overview,
  articles: () => (
    <ViewTabs
      label={sectionNames.articles}
      views={[
        { key: 'articles', label: views.articles, body: <DeskView section={articlesSection} /> },
        {
          key: 'subscribers',
          label: views.subscribers,
          body: <DeskView section={subscribersSection} />,
        },
      ]}
    />
  ),
  comments: CommentsDesk,
  contacts: () => <DeskView section={contactsSection} />,
  requests: () => <DeskView section={requestsSection} />,
  orders: () => (
    <ViewTabs
      label={sectionNames.orders}
      views={[
        { key: 'orders', label: views.orders, body: <DeskView section={ordersSection} /> },
        { key: 'payments', label: views.payments, body: <DeskView section={paymentsSection} /> },
        { key: 'bookings', label: views.bookings, body: <DeskView section={bookingsSection} /> },
      ]}
    />
  ),
  cars: () => (
    <ViewTabs
      label={sectionNames.cars}
      views={[
        { key: 'cars', label: views.cars, body: <DeskView section={carsSection} /> },
        { key: 'media', label: views.media, body: <DeskView section={mediaSection} /> },
      ]}
    />
  ),
  team: () => <DeskView section={teamSection} />,
  users: () => <DeskView section={usersSection} />,
  status: () => (
    <ViewTabs
      label={sectionNames.status}
      views={[
        { key: 'incidents', label: views.incidents, body: <DeskView section={incidentsSection} /> },
        {
          key: 'maintenance',
          label: views.maintenance,
          body: <DeskView section={maintenanceSection} />,
        },
        { key: 'logs', label: views.logs, body: <DeskView section={logsSection} /> },
      ]}
    />
  ),
  settings: SettingsDesk,
  audit: () => (
    <ViewTabs
      label={sectionNames.audit}
      views={[
        { key: 'content', label: views.content, body: <DeskView section={contentAudit} /> },
        { key: 'accounts', label: views.accounts, body: <DeskView section={accountAudit} /> },
        {
          key: 'calculator',
          label: views.calculator,
          body: <DeskView section={calculatorAudit} />,
        },
      ]}
    />
  ),
}

export function AdminPage() {
  const section = useParams()['*'] || 'overview'
  const key = sectionKeys.find((one) => one === section)
  const Body = key && bodies[key]
  if (!Body) return <Navigate to={pages.admin} replace />
  return (
    <div className="ad-panel-page is-worked-right">
      <AdminNav />
      <div className="ad-desk">
        <h1>{panel.title}</h1>
        <div>
          <h2>{sectionNames[key]}</h2>
          <ErrorBoundary key={key} title={panel.boundary}>
            <Body />
          </ErrorBoundary>
        </div>
      </div>
    </div>
  )
}
