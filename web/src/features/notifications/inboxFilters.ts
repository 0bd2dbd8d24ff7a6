// The filters of the notification centre, and the request for its page.

import { notificationLists } from '../../shared/limits.ts'
import { createFilterSet, oneOf } from '../../shared/list/urlFilters.ts'
import { type KindName, kindNames } from '../../shared/notificationKinds.ts'
import type { InboxQuery } from './inboxApi.ts'

export type Status = '' | 'unread' | 'read'

export const inboxFilters = createFilterSet(
  { search: '', type: '' as KindName | '', status: '' as Status, page: 1 },
  {
    type: oneOf(kindNames),
    status: oneOf(['unread', 'read']),
    page: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
  },
)

export type InboxFilters = typeof inboxFilters.defaults

const pageSize = notificationLists.centrePage

export function toInboxQuery({ search, type, status, page }: InboxFilters): InboxQuery {
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    type: type || undefined,
    is_read: status ? status === 'read' : undefined,
    search: search || undefined,
  }
}
