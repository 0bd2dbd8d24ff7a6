// The start page of the panel: counts of open work that link to their lists, overdue replies, and
// statistics of new records.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { describeProblem, getRequestId } from '../../../api/problem.ts'
import { useSettings } from '../../../api/settings.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { adminLists } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { findErrorToShow, type QueryState } from '../../../shared/QueryView.tsx'
import { overview } from '../../../shared/texts/adminPanel.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNote, Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { type Params, type TagType, useAdminQuery, useAllRows } from '../adminApi.ts'
import { type InboxItem, ReplyDeadline } from '../inbox/inboxHandling.tsx'
import { isOrderLate } from '../orders/lateOrders.ts'
import { MonthlyCounts } from './MonthlyCounts.tsx'
import { activeOrdersRead, overviewReads, unreadConversationsRead } from './overviewReads.ts'
import { Trends } from './Trends.tsx'

type WorkFigure = {
  label: string
  to: string
  call: QueryState<unknown>
  count: number | undefined
  /** The figure counts overdue records, so a positive count is marked as a failure. */
  isLate?: boolean
  /** How many of the records, or of similar ones, are overdue. Shown below the figure if there are any. */
  late?: WorkFigure
}

type FirstRowsRequest<Url> = { url: Url; tags: readonly TagType[]; params: Params }

/** The first rows and the total of a list. The list is polled, because this page stays open all day. */
function useFirstRows<Url extends string>({ url, tags, params }: FirstRowsRequest<Url>) {
  return useAdminQuery(url, tags, { params, pollingInterval: adminLists.refresh })
}

const sectionUrl = pages.adminSection

function useInboxFigures() {
  const comments = useFirstRows(overviewReads.pendingComments)
  const lateContacts = useFirstRows(overviewReads.lateContacts)
  const newContacts = useFirstRows(overviewReads.newContacts)
  const lateRequests = useFirstRows(overviewReads.lateRequests)
  const newRequests = useFirstRows(overviewReads.newRequests)
  const conversations = useFirstRows(unreadConversationsRead)
  return {
    requestsFigure: {
      ...createFigure(overview.requestsNew, newRequests, `${sectionUrl('requests')}?status=new`),
      late: createFigure(
        overview.requestsLate,
        lateRequests,
        `${sectionUrl('requests')}?overdue=true`,
      ),
    },
    contactsFigure: {
      ...createFigure(overview.contactsNew, newContacts, `${sectionUrl('contacts')}?status=new`),
      late: createFigure(
        overview.contactsLate,
        lateContacts,
        `${sectionUrl('contacts')}?overdue=true`,
      ),
    },
    conversationsFigure: createFigure(
      overview.conversations,
      conversations,
      `${sectionUrl('conversations')}?unread=true`,
    ),
    commentsFigure: createFigure(overview.comments, comments, sectionUrl('comments')),
    lateContacts,
    lateRequests,
  }
}

function useOrderFigures() {
  const orders = useAllRows(activeOrdersRead.url, activeOrdersRead.tags, {
    params: activeOrdersRead.params,
    pollingInterval: adminLists.refresh,
  })
  const payments = useFirstRows(overviewReads.waitingPayments)
  const unbooked = useFirstRows(overviewReads.unbookedPayments)
  const bookings = useFirstRows(overviewReads.requestedBookings)
  const ordersUrl = sectionUrl('orders')
  const unbookedFigure = createFigure(
    overview.unbooked,
    unbooked,
    `${ordersUrl}?view=payments&unbooked=true`,
  )
  // Unbooked money is rare, so its count is shown only if there is some or if it could not be counted.
  const isUnbookedShown = Boolean(unbookedFigure.count || findErrorToShow(unbooked))
  const lateOrdersFigure: WorkFigure = {
    label: overview.ordersLate,
    isLate: true,
    to: `${ordersUrl}?view=board&late=true`,
    call: orders,
    count: orders.data?.filter((order) => isOrderLate(order)).length,
  }
  const otherFigures: WorkFigure[] = [
    createFigure(overview.payments, payments, `${ordersUrl}?view=payments&status=waiting`),
    ...(isUnbookedShown ? [unbookedFigure] : []),
    createFigure(overview.bookings, bookings, `${ordersUrl}?view=bookings&status=requested`),
  ]
  return { lateOrdersFigure, otherFigures }
}

function useIncidentFigure(): WorkFigure {
  const status = useAdminQuery(calls.statusSummary, ['Status'])
  return {
    label: overview.incidents,
    isLate: true,
    to: `${sectionUrl('status')}?open=true`,
    call: status,
    count: status.data?.openIncidents,
  }
}

function createFigure(label: string, call: QueryState<{ total: number }>, to: string): WorkFigure {
  return { label, to, call, count: call.currentData?.total }
}

const isLoading = (call: QueryState<unknown>) =>
  call.currentData === undefined && !findErrorToShow(call)

export function Overview() {
  const inbox = useInboxFigures()
  const { lateContacts, lateRequests } = inbox
  const { lateOrdersFigure, otherFigures } = useOrderFigures()
  // People who wait for the company today.
  const urgentFigures: WorkFigure[] = [
    inbox.requestsFigure,
    inbox.contactsFigure,
    inbox.conversationsFigure,
    lateOrdersFigure,
    inbox.commentsFigure,
  ]
  const quietFigures = [...otherFigures, useIncidentFigure()]
  const figures = [...urgentFigures, ...quietFigures]
  const failedFigures = figures
    .flatMap((figure) => (figure.late ? [figure, figure.late] : [figure]))
    .filter(({ call }) => findErrorToShow(call))
  const [firstFailed] = failedFigures
  const areLateItemsLoaded = Boolean(lateContacts.data && lateRequests.data)
  return (
    <>
      <p className="ink2">{overview.lead}</p>
      <PlaceholderNote />
      {firstFailed && (
        <ErrorNote
          title={overview.failed}
          code={getRequestId(firstFailed.call.error)}
          onRetry={() => Promise.all(failedFigures.map(({ call }) => call.refetch()))}
        >
          {`${failedFigures.map(({ label }) => label).join(', ')}. ${describeProblem(firstFailed.call.error, '')}`}
        </ErrorNote>
      )}
      <FigureList label={overview.figures} figures={urgentFigures} />
      <FigureList label={overview.otherFigures} figures={quietFigures} isQuiet />
      {areLateItemsLoaded ? (
        <OverdueReplies
          contacts={lateContacts.data?.items ?? []}
          requests={lateRequests.data?.items ?? []}
        />
      ) : (
        [lateContacts, lateRequests].some(isLoading) && <Skeleton height="8rem" />
      )}
      <Trends />
      <MonthlyCounts />
    </>
  )
}

/** The number of an installation, such as '+7 495 000-00-12'. */
const placeholderPhone = /000[-\s]?00[-\s]?\d\d$/
/** The address of an installation. Nobody can own a domain such as example.com (RFC 2606). */
const placeholderEmail = /@example\./

/** A warning, before the site goes live, that the contact details are still placeholders. */
function PlaceholderNote() {
  const { contactPhone, contactEmail } = useSettings()
  const placeholders = [
    placeholderPhone.test(contactPhone) && overview.placeholders.phone,
    placeholderEmail.test(contactEmail) && overview.placeholders.email,
  ].filter((name) => name !== false)
  if (placeholders.length === 0) return null
  return (
    <Note
      tone="warn"
      className="ad-notice"
      title={overview.placeholders.title(placeholders.join(', '))}
    >
      <Link to={sectionUrl('settings')}>{overview.placeholders.fix}</Link>
    </Note>
  )
}

type FigureListProps = { label: string; figures: readonly WorkFigure[]; isQuiet?: boolean }

function FigureList({ label, figures, isQuiet }: FigureListProps) {
  return (
    <ul
      className={isQuiet ? 'ad-figures is-quiet' : 'ad-figures'}
      aria-label={label}
      aria-busy={figures.some(({ call }) => isLoading(call))}
    >
      {figures.map((figure) => (
        <FigureLink key={figure.label} {...figure} />
      ))}
    </ul>
  )
}

/** The class of a figure: overdue work in the colour of failures, nothing to do in a pale one. */
function findFigureClass({ count, isLate }: WorkFigure): string {
  if (!count) return 'num mute'
  return isLate ? 'num failure' : 'num'
}

function FigureLink(figure: WorkFigure) {
  const { label, to, call, count, late } = figure
  return (
    <li>
      <Link to={to}>
        <span className="xs mute">{label}</span>
        {isLoading(call) ? (
          <Skeleton width={48} height={32} />
        ) : (
          <b className={findFigureClass(figure)}>
            {count === undefined ? '—' : formatNumber(count)}
          </b>
        )}
      </Link>
      {late?.count ? (
        <Link className="ad-figure-late xs failure" to={late.to}>
          <span className="sr">{late.label}.</span> {overview.lateCount(late.count)}
        </Link>
      ) : null}
    </li>
  )
}

type OverdueProps = { contacts: readonly InboxItem[]; requests: readonly InboxItem[] }

function OverdueReplies({ contacts, requests }: OverdueProps) {
  const overdueItems = [
    ...contacts.map((item) => ({ item, section: 'contacts' })),
    ...requests.map((item) => ({ item, section: 'requests' })),
  ].sort((a, b) => a.item.due_at.localeCompare(b.item.due_at))
  if (overdueItems.length === 0)
    return <EmptyState title={overview.calm}>{overview.calmHint}</EmptyState>
  return (
    <>
      <h3>{overview.late}</h3>
      <ul className="ad-lines ad-overdue">
        {overdueItems.map(({ item, section }) => (
          <li key={item.id}>
            <Link to={`${sectionUrl(section)}?item=${item.id}`}>{item.name}</Link>{' '}
            <span className="ad-clip ink2">{item.message}</span> <ReplyDeadline item={item} />
          </li>
        ))}
      </ul>
    </>
  )
}
