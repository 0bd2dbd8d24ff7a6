// The filters of the notification centre are in its address, so a link, the back button and a reload keep them.

import { useSearchParams } from 'react-router'
import { notificationLists } from '../../app/limits.ts'
import { type KindName, kindNames } from '../../app/notificationKinds.ts'
import type { InboxQuery } from './inboxApi.ts'

export type Status = '' | 'unread' | 'read'

export type Filters = { search: string; type: KindName | ''; status: Status; page: number }

const size = notificationLists.centrePage

function parseFilters(address: URLSearchParams): Filters {
  const type = kindNames.find((name) => name === address.get('type')) ?? ''
  const status = address.get('status')
  const page = Number(address.get('page'))
  return {
    search: address.get('search') ?? '',
    type,
    status: status === 'unread' || status === 'read' ? status : '',
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  }
}

export function toInboxQuery({ search, type, status, page }: Filters): InboxQuery {
  return {
    limit: size,
    offset: (page - 1) * size,
    type: type || undefined,
    is_read: status ? status === 'read' : undefined,
    search: search.trim() || undefined,
  }
}

export function useFilters() {
  const [address, setAddress] = useSearchParams()
  const filters = parseFilters(address)
  /** A changed filter shows its first page and replaces the history entry; a new page adds one. */
  function change(changed: Partial<Filters>) {
    const next = { ...filters, page: 1, ...changed }
    const parameters = Object.entries(next).filter(
      ([name, value]) => value && !(name === 'page' && value === 1),
    )
    setAddress(new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])), {
      replace: !('page' in changed),
      preventScrollReset: true,
    })
  }
  const isFiltered = Boolean(filters.search.trim() || filters.type || filters.status)
  return { filters, change, isFiltered }
}
