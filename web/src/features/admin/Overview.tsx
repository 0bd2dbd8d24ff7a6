// What waits for a human now: figures that lead to their lists, and the replies that are late.

import { Link } from 'react-router'
import { adminDesk } from '../../app/limits.ts'
import { calls, pages } from '../../app/paths.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { overview } from '../../app/texts/adminPanel.ts'
import type { ContactAdmin, OrderAdminSummary, RequestAdmin } from '../../app/wire/content.ts'
import type { SummaryRead } from '../../app/wire/status.ts'
import { isoDay } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { type Params, type Tag, useAnswer } from './adminApi.ts'
import { DeskSkeleton } from './DeskView.tsx'
import { ReplyClock } from './handling.tsx'

type Answer<Row> = { items: Row[]; total: number }

/** Looked at again by itself: this page stands open all day. */
function useFirst<Row>(list: string, tag: Tag, params: Params, limit = 1) {
  return useAnswer<Answer<Row>>(calls.contentAdmin(list), [tag], {
    params: { ...params, limit },
    pollingInterval: adminDesk.refresh,
  })
}

/** An order is late when the stage it stands at was to be over before today. */
export function isLate({ steps }: Pick<OrderAdminSummary, 'steps'>, now = new Date()): boolean {
  const today = isoDay(now)
  return steps.some((step) => step.status === 'current' && step.planned_to < today)
}

export function Overview() {
  const comments = useFirst('comments', 'Comment', { status: 'pending' })
  const lateContacts = useFirst<ContactAdmin>('contacts', 'Contact', { overdue: true }, 5)
  const newContacts = useFirst('contacts', 'Contact', { status: 'new' })
  const lateRequests = useFirst<RequestAdmin>('requests', 'Request', { overdue: true }, 5)
  const newRequests = useFirst('requests', 'Request', { status: 'new' })
  const orders = useFirst<OrderAdminSummary>(
    'orders',
    'Order',
    { status: 'active' },
    adminDesk.exportPage,
  )
  const payments = useFirst('payments', 'Payment', { status: 'waiting' })
  const bookings = useFirst('bookings', 'Booking', { status: 'requested' })
  const status = useAnswer<SummaryRead>(calls.statusSummary, ['Status'])

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
        {failureText(failed.error, '')}
      </ErrorNote>
    )
  if (all.some((one) => !one.data)) return <DeskSkeleton />

  const at = pages.adminSection
  const figures: [string, number | undefined, string][] = [
    [overview.contactsLate, lateContacts.data?.total, `${at('contacts')}?overdue=true`],
    [overview.requestsLate, lateRequests.data?.total, `${at('requests')}?overdue=true`],
    [overview.comments, comments.data?.total, at('comments')],
    [overview.contactsNew, newContacts.data?.total, `${at('contacts')}?status=new`],
    [overview.requestsNew, newRequests.data?.total, `${at('requests')}?status=new`],
    [
      overview.ordersLate,
      orders.data?.items.filter((order) => isLate(order)).length,
      `${at('orders')}?status=active`,
    ],
    [overview.payments, payments.data?.total, `${at('orders')}?view=payments&status=waiting`],
    [overview.bookings, bookings.data?.total, `${at('orders')}?view=bookings&status=requested`],
    [overview.incidents, status.data?.openIncidents, at('status')],
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
                <Link to={`${at(section)}?item=${matter.id}`}>{matter.name}</Link>{' '}
                <span className="ad-clip ink2">{matter.message}</span>{' '}
                <ReplyClock matter={matter} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
