// What needs the attention of an administrator now: figures that link to their lists, and overdue replies.

import { Link } from 'react-router'
import { adminLists } from '../../app/limits.ts'
import { calls, pages } from '../../app/paths.ts'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { overview } from '../../app/texts/adminPanel.ts'
import type { ContactAdmin, OrderAdminSummary, RequestAdmin } from '../../app/wire/content.ts'
import type { SummaryRead } from '../../app/wire/status.ts'
import { isoDay } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { ListSkeleton } from './AdminList.tsx'
import { type Params, type Tag, useAdminQuery } from './adminApi.ts'
import { ReplyDeadline } from './inbox.tsx'

type ListAnswer<Row> = { items: Row[]; total: number }

/** The first rows and the total of a list. Polled, because this page stays open all day. */
function useFirstRows<Row>(list: string, tag: Tag, params: Params, limit = 1) {
  return useAdminQuery<ListAnswer<Row>>(calls.contentAdmin(list), [tag], {
    params: { ...params, limit },
    pollingInterval: adminLists.refresh,
  })
}

/** An order is late when the planned end of its current step is before today. */
export function isLate({ steps }: Pick<OrderAdminSummary, 'steps'>, now = new Date()): boolean {
  const today = isoDay(now)
  return steps.some((step) => step.status === 'current' && step.planned_to < today)
}

export function Overview() {
  const comments = useFirstRows('comments', 'Comment', { status: 'pending' })
  const lateContacts = useFirstRows<ContactAdmin>('contacts', 'Contact', { overdue: true }, 5)
  const newContacts = useFirstRows('contacts', 'Contact', { status: 'new' })
  const lateRequests = useFirstRows<RequestAdmin>('requests', 'Request', { overdue: true }, 5)
  const newRequests = useFirstRows('requests', 'Request', { status: 'new' })
  const orders = useFirstRows<OrderAdminSummary>(
    'orders',
    'Order',
    { status: 'active' },
    adminLists.exportPage,
  )
  const payments = useFirstRows('payments', 'Payment', { status: 'waiting' })
  const bookings = useFirstRows('bookings', 'Booking', { status: 'requested' })
  const status = useAdminQuery<SummaryRead>(calls.statusSummary, ['Status'])

  const all = [
    comments,
    lateContacts,
    newContacts,
    lateRequests,
    newRequests,
    orders,
    payments,
    bookings,
    status,
  ]
  const failed = all.find((one) => one.error && !one.data)
  if (failed)
    return (
      <ErrorNote
        title={overview.failed}
        code={requestIdOf(failed.error)}
        onRetry={() => Promise.all(all.filter((one) => one.error).map((one) => one.refetch()))}
      >
        {problemText(failed.error, '')}
      </ErrorNote>
    )
  if (all.some((one) => !one.data)) return <ListSkeleton />

  const sectionUrl = pages.adminSection
  const figures: [string, number | undefined, string][] = [
    [overview.contactsLate, lateContacts.data?.total, `${sectionUrl('contacts')}?overdue=true`],
    [overview.requestsLate, lateRequests.data?.total, `${sectionUrl('requests')}?overdue=true`],
    [overview.comments, comments.data?.total, sectionUrl('comments')],
    [overview.contactsNew, newContacts.data?.total, `${sectionUrl('contacts')}?status=new`],
    [overview.requestsNew, newRequests.data?.total, `${sectionUrl('requests')}?status=new`],
    [
      overview.ordersLate,
      orders.data?.items.filter((order) => isLate(order)).length,
      `${sectionUrl('orders')}?status=active`,
    ],
    [
      overview.payments,
      payments.data?.total,
      `${sectionUrl('orders')}?view=payments&status=waiting`,
    ],
    [
      overview.bookings,
      bookings.data?.total,
      `${sectionUrl('orders')}?view=bookings&status=requested`,
    ],
    [overview.incidents, status.data?.openIncidents, sectionUrl('status')],
  ]
  const late = [
    ...(lateContacts.data?.items ?? []).map((matter) => ({ matter, section: 'contacts' })),
    ...(lateRequests.data?.items ?? []).map((matter) => ({ matter, section: 'requests' })),
  ].sort((a, b) => a.matter.due_at.localeCompare(b.matter.due_at))
  return (
    <>
      <p className="ink2">{overview.lead}</p>
      <ul className="ad-figures" aria-label={overview.figures}>
        {figures.map(([label, count = 0, to]) => (
          <li key={label}>
            <Link to={to}>
              <span className="xs mute">{label}</span>
              <b className="num">{figure(count)}</b>
            </Link>
          </li>
        ))}
      </ul>
      {late.length === 0 ? (
        <EmptyState title={overview.calm}>{overview.calmHint}</EmptyState>
      ) : (
        <>
          <h3>{overview.late}</h3>
          <ul className="ad-lines">
            {late.map(({ matter, section }) => (
              <li key={matter.id}>
                <Link to={`${sectionUrl(section)}?item=${matter.id}`}>{matter.name}</Link>{' '}
                <span className="ad-clip ink2">{matter.message}</span>{' '}
                <ReplyDeadline item={matter} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
