// The notification centre: all notifications of the user, with filters and actions.

import { Link } from 'react-router'
import { typographer } from '../../lib/typography.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { notificationLists } from '../../shared/limits.ts'
import { DebouncedSearch } from '../../shared/list/DebouncedSearch.tsx'
import { useUrlFilters } from '../../shared/list/urlFilters.ts'
import { kindNames, kinds } from '../../shared/notificationKinds.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { bell, centre, lists } from '../../shared/texts/notifications.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stats } from '../../ui/Stats.tsx'
import { CentreList } from './CentreList.tsx'
import { ConnectionTag } from './ConnectionTag.tsx'
import { InboxActions } from './InboxActions.tsx'
import { type Inbox, newestQuery, useGetInboxQuery } from './inboxApi.ts'
import { type InboxFilters, inboxFilters, type Status, toInboxQuery } from './inboxFilters.ts'
import { NotificationListSkeleton, useInboxStates } from './inboxStates.tsx'
import './notifications.css'
import './centre.css'

export function CentrePage() {
  return (
    <ErrorBoundary title={lists.boundary}>
      <NotificationCentre />
    </ErrorBoundary>
  )
}

function NotificationCentre() {
  const { filters, change: changeAddress } = useUrlFilters(inboxFilters)
  const isFiltered = inboxFilters.isNarrowed(filters, ['page'])
  /** A changed filter shows the first page and replaces the history entry; a new page adds one. */
  const change = (changed: Partial<InboxFilters>) =>
    changeAddress({ page: 1, ...changed }, { replace: !('page' in changed) })
  const { data: inbox } = useGetInboxQuery(newestQuery)
  const found = useGetInboxQuery(toInboxQuery(filters))
  return (
    <div className="page nt-centre">
      <Breadcrumbs
        crumbs={[{ label: centre.crumb, to: pages.dashboard }, { label: centre.short }]}
      />
      <h1>{centre.title}</h1>
      <div className="nt-columns">
        <div>
          <InboxActions total={inbox?.total ?? 0} unread={inbox?.unread_count ?? 0} isFinal />
          <CentreFilters filters={filters} onChange={change} />
          <QueryView
            {...useInboxStates()}
            query={found}
            skeleton={<NotificationListSkeleton rows={notificationLists.centrePage} />}
          >
            {(data) => (
              <FoundNotifications
                data={data}
                page={filters.page}
                onPage={(page) => change({ page })}
                onReset={
                  isFiltered ? () => change({ search: '', type: '', status: '' }) : undefined
                }
              />
            )}
          </QueryView>
        </div>
        <Aside inbox={inbox} />
      </div>
    </div>
  )
}

type FoundNotificationsProps = {
  data: Inbox
  page: number
  onPage: (page: number) => void
  /** Set only while a filter is active. */
  onReset?: () => void
}

function FoundNotifications({ data, page, onPage, onReset }: FoundNotificationsProps) {
  const size = notificationLists.centrePage
  const lastPage = Math.max(1, Math.ceil(data.total / size))
  if (data.total > 0 && page > lastPage)
    return (
      <EmptyState title={centre.pastEnd} action={<PageButton page={lastPage} onPage={onPage} />}>
        {centre.pastEndHint}
      </EmptyState>
    )
  if (data.total === 0)
    return onReset ? (
      <EmptyState
        title={centre.nothingFound}
        action={
          <Button variant="line" small onClick={onReset}>
            {centre.resetFilters}
          </Button>
        }
      >
        {centre.nothingFoundHint}
      </EmptyState>
    ) : (
      <EmptyState title={bell.emptyTitle}>{bell.empty}</EmptyState>
    )
  return (
    <>
      <CentreList notifications={data.notifications} />
      <Pagination page={page} pageSize={size} total={data.total} onPage={onPage} />
    </>
  )
}

function PageButton({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  return (
    <Button variant="line" small onClick={() => onPage(page)}>
      {centre.toLastPage}
    </Button>
  )
}

function Aside({ inbox }: { inbox?: Inbox }) {
  return (
    <aside className="nt-aside" aria-label={centre.overall}>
      <Stats
        figures={[
          [centre.unreadTotal, inbox?.unread_count],
          [centre.total, inbox?.total],
        ]}
      />
      <p className="nt-link">
        <span className="s mute">{centre.connection}</span> <ConnectionTag />
      </p>
      <p className="s ink2">{typographer(centre.aside)}</p>
      <Link to={anchors.dashboardSettings} className="s">
        {centre.settings}
      </Link>
    </aside>
  )
}

const every = { value: '', label: centre.every }
const types = [every, ...kindNames.map((name) => ({ value: name, label: kinds[name].label }))]
const statuses = [
  every,
  { value: 'unread', label: centre.unread },
  { value: 'read', label: centre.read },
]

type CentreFiltersProps = {
  filters: InboxFilters
  onChange: (changed: Partial<InboxFilters>) => void
}

function CentreFilters({ filters, onChange }: CentreFiltersProps) {
  return (
    <div className="nt-filters">
      <DebouncedSearch
        label={centre.search}
        query={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        small
        label={centre.type}
        options={types}
        value={filters.type}
        onChange={(event) => onChange({ type: event.target.value as InboxFilters['type'] })}
      />
      <Select
        small
        label={centre.status}
        options={statuses}
        value={filters.status}
        onChange={(event) => onChange({ status: event.target.value as Status })}
      />
    </div>
  )
}
