// Requests of the panel's overview and of the counts beside its sections.

import { calls } from '../../../api/calls.ts'
import { type Params, startRead, startReadAll, type TagType } from '../adminApi.ts'

/** Describes the request for the first rows of a list. The response also has the total of the list. */
const describeFirstRows = <Url extends string>(
  url: Url,
  tag: TagType,
  params: Params,
  limit = 1,
) => ({
  url,
  tags: [tag],
  params: { ...params, limit },
})

const comments = calls.contentAdmin('comments')
const contacts = calls.contentAdmin('contacts')
const requests = calls.contentAdmin('requests')
const payments = calls.contentAdmin('payments')

export const overviewReads = {
  pendingComments: describeFirstRows(comments, 'Comment', { status: 'pending' }),
  lateContacts: describeFirstRows(contacts, 'Contact', { overdue: true }, 5),
  newContacts: describeFirstRows(contacts, 'Contact', { status: 'new' }),
  lateRequests: describeFirstRows(requests, 'Request', { overdue: true }, 5),
  newRequests: describeFirstRows(requests, 'Request', { status: 'new' }),
  waitingPayments: describeFirstRows(payments, 'Payment', { status: 'waiting' }),
  unbookedPayments: describeFirstRows(payments, 'Payment', { unbooked: true }),
  requestedBookings: describeFirstRows(calls.contentAdmin('bookings'), 'Booking', {
    status: 'requested',
  }),
} as const

export const activeOrdersRead = {
  url: calls.contentAdmin('orders'),
  tags: ['Order'],
  params: { status: 'active' },
} as const

export const unreadConversationsRead = describeFirstRows(
  calls.contentAdmin('conversations'),
  'Conversation',
  { unread: true },
)

/** The requests for the figures of the overview. They are sent while the code of the overview is loading. */
export const createOverviewRequests = () => [
  ...Object.values(overviewReads).map(startRead),
  startReadAll(activeOrdersRead),
  startRead({ url: calls.statusSummary, tags: ['Status'] }),
]

/** The requests for the counts beside the sections, which every page of the panel shows. */
export const createSectionCountRequests = () =>
  [
    overviewReads.pendingComments,
    overviewReads.newContacts,
    overviewReads.newRequests,
    unreadConversationsRead,
  ].map(startRead)
