// The requests of the admin panel. All services use the same few response envelopes for administrators, so
// one query and one mutation serve every section.

import { api } from '../../app/api.ts'
import { adminLists } from '../../app/limits.ts'
import { isoDay } from '../../lib/dates.ts'
import type { Item, Source } from './section.ts'

export type Tag =
  | 'Settings'
  | 'User'
  | 'Session'
  | 'Car'
  | 'Post'
  | 'Comment'
  | 'TeamMember'
  | 'Contact'
  | 'Request'
  | 'Order'
  | 'Booking'
  | 'Payment'
  | 'Media'
  | 'Edition'
  | 'Status'
  | 'Incident'
  | 'Maintenance'
  | 'Log'
  | 'Audit'

export type Params = Record<string, string | number | boolean | undefined>
type Read = { url: string; params?: Params; tags: readonly Tag[] }
export type Change = {
  url: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  tags: readonly Tag[]
  /** One of several changes: the caller refreshes the tags once, after the last one. */
  isPartOfBulk?: boolean
}
export type List<Row> = { rows: Row[]; total: number }

export const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminRead: build.query<unknown, Read>({
      query: ({ url, params }) => ({ url, params }),
      providesTags: (_answer, _error, { tags }) => [...tags],
    }),
    adminChange: build.mutation<unknown, Change>({
      query: ({ url, method, body }) => ({ url, method, body }),
      // A 409 means that the record changed on the server: it is fetched again too.
      invalidatesTags: (_answer, error, { tags, isPartOfBulk }) =>
        !isPartOfBulk && (!error || ('status' in error && error.status === 409))
          ? [...tags, 'Audit']
          : [],
    }),
    /** All rows of a list, page by page; at most as many as a CSV export. */
    adminReadAll: build.query<unknown[], Read>({
      queryFn: async ({ url, params }, _api, _extra, send) => {
        const { exportPage: limit, exportAtMost } = adminLists
        const rows: unknown[] = []
        for (let offset = 0; offset < exportAtMost; offset += limit) {
          const answer = await send({ url, params: { ...params, limit, offset } })
          if (answer.error) return { error: answer.error }
          const { items, total } = answer.data as { items: unknown[]; total: number }
          rows.push(...items)
          if (items.length === 0 || rows.length >= total) break
        }
        return { data: rows }
      },
      providesTags: (_rows, _error, { tags }) => [...tags],
    }),
    /** When the records of a list were created, back to a day ('YYYY-MM-DD', Moscow). */
    adminCreationDates: build.query<string[], Read & { since: string }>({
      queryFn: async ({ url, since }, _api, _extra, send) => {
        const { exportPage: limit, exportAtMost } = adminLists
        const dates: string[] = []
        for (let offset = 0; offset < exportAtMost; offset += limit) {
          const answer = await send({ url, params: { sort: '-created_at', limit, offset } })
          if (answer.error) return { error: answer.error }
          const { items } = answer.data as { items: { created_at: string }[] }
          const recent = items.filter((item) => isoDay(item.created_at) >= since)
          dates.push(...recent.map((item) => item.created_at))
          if (recent.length < limit) break
        }
        return { data: dates }
      },
      providesTags: (_dates, _error, { tags }) => [...tags],
    }),
    // A mutation, not a query: the service writes an audit entry, and the file is not cached.
    adminExport: build.mutation<string, { url: string; params: Params }>({
      query: ({ url, params }) => ({ url, params, responseHandler: 'text' }),
      invalidatesTags: ['Audit'],
    }),
  }),
})

export const {
  useAdminReadQuery,
  useAdminReadAllQuery,
  useAdminCreationDatesQuery,
  useAdminChangeMutation,
  useAdminExportMutation,
  useLazyAdminReadQuery,
} = adminApi

/** Loads everything again that has one of these tags, and the audit log. */
export const refreshTags = (tags: readonly Tag[]) =>
  adminApi.util.invalidateTags([...new Set([...tags, 'Audit' as const])])

/** The response of one request, as the type that its service documents. */
export function useAdminQuery<Answer>(
  url: string,
  tags: readonly Tag[],
  options: { params?: Params; skip?: boolean; pollingInterval?: number } = {},
) {
  const { params, ...rest } = options
  const call = useAdminReadQuery({ url, params, tags }, rest)
  const answer = call.currentData as Answer | undefined
  return { ...call, data: answer, currentData: answer }
}

/** All rows of a list of the content service, whatever its length. */
export function useAllRows<Row>(
  url: string,
  tags: readonly Tag[],
  options: { params?: Params; pollingInterval?: number } = {},
) {
  const { params, ...rest } = options
  const call = useAdminReadAllQuery({ url, params, tags }, rest)
  const rows = call.currentData as Row[] | undefined
  return { ...call, data: rows, currentData: rows }
}

/** The creation times of the records of a list of the content service since a day. */
export function useCreationDates(url: string, tags: readonly Tag[], since: string) {
  return useAdminCreationDatesQuery({ url, tags, since })
}

export function parseList<Row>(response: unknown, source: Source): List<Row> {
  const envelope = response as Record<string, unknown>
  const records = (envelope[source.listField ?? 'items'] ?? []) as Record<string, unknown>[]
  const rows = source.idField
    ? records.map((row) => ({ ...row, id: row[source.idField ?? ''] }))
    : records
  return { rows: rows as Row[], total: Number(envelope.total ?? rows.length) }
}

export function useList<Row>(source: Source, params: Params) {
  const call = useAdminReadQuery({
    url: source.list,
    params,
    tags: source.tags,
  })
  const list = call.currentData ? parseList<Row>(call.currentData, source) : undefined
  return { ...call, currentData: list }
}

/** The record in the response to reading or changing it. */
export function parseItem<Row>(response: unknown, source: Source): Row {
  const envelope = response as Record<string, unknown>
  const record = (
    source.itemField === '' ? envelope : envelope[source.itemField ?? 'item']
  ) as object
  const formRecord = source.toForm?.(record) ?? record
  return (source.singleId ? { ...formRecord, id: source.singleId } : formRecord) as Row
}

/** One record. `listed` is the record as its list returned it, for sources without a request for one record. */
export function useItem<Row extends Item>(source: Source, id: string, listed?: Row) {
  const url = source.item?.(id) ?? source.list
  const isOnlyListed = !source.item && !source.singleId
  const call = useAdminReadQuery({ url, tags: source.tags }, { skip: isOnlyListed })
  const answer = call.currentData
  const item = isOnlyListed ? listed : answer ? parseItem<Row>(answer, source) : undefined
  return { ...call, currentData: item }
}
