// The calls of the panel. Every service of the house answers its administrators with the same few
// envelopes, so one reading call and one changing call serve all sections.

import { api } from '../../app/api.ts'
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
      // What was refused as stale has changed under us: it is read again too.
      invalidatesTags: (_answer, error, { tags }) =>
        !error || ('status' in error && error.status === 409) ? [...tags, 'Audit'] : [],
    }),
    // A deed, not a reading: the service writes it down, and nothing of it is kept here.
    adminSheet: build.mutation<string, { url: string; params: Params }>({
      query: ({ url, params }) => ({ url, params, responseHandler: 'text' }),
      invalidatesTags: ['Audit'],
    }),
  }),
})

export const {
  useAdminReadQuery,
  useAdminChangeMutation,
  useAdminSheetMutation,
  useLazyAdminReadQuery,
} = adminApi

/** One answer, with the type its service documents for it. */
export function useAnswer<Answer>(
  url: string,
  tags: readonly Tag[],
  options: { params?: Params; skip?: boolean; pollingInterval?: number } = {},
) {
  const { params, ...rest } = options
  const call = useAdminReadQuery({ url, params, tags }, rest)
  return { ...call, data: call.currentData as Answer | undefined }
}

export function listIn<Row>(answer: unknown, source: Source): List<Row> {
  const envelope = answer as Record<string, unknown>
  const found = (envelope[source.rows ?? 'items'] ?? []) as Record<string, unknown>[]
  const rows = source.key ? found.map((row) => ({ ...row, id: row[source.key ?? ''] })) : found
  return { rows: rows as Row[], total: Number(envelope.total ?? rows.length) }
}

export function useList<Row>(source: Source, params: Params) {
  const call = useAdminReadQuery({
    url: source.list,
    params,
    tags: source.tags,
  })
  return { ...call, list: call.currentData ? listIn<Row>(call.currentData, source) : undefined }
}

/** The record in an answer to reading or changing it. */
export function itemIn<Row>(answer: unknown, source: Source): Row {
  const envelope = answer as Record<string, unknown>
  const record = (source.one === '' ? envelope : envelope[source.one ?? 'item']) as object
  const opened = source.opened?.(record) ?? record
  return (source.single ? { ...opened, id: source.single } : opened) as Row
}

/** `listed` is the record as its list gave it: of a log no call reads one line. */
export function useItem<Row extends Item>(source: Source, id: string, listed?: Row) {
  const url = source.item?.(id) ?? source.list
  const isListed = !source.item && !source.single
  const call = useAdminReadQuery({ url, tags: source.tags }, { skip: isListed })
  if (isListed) return { ...call, item: listed }
  const { currentData: answer } = call
  if (!answer) return { ...call, item: undefined }
  return { ...call, item: itemIn<Row>(answer, source) }
}
