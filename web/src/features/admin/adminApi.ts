// The requests of the admin panel. All services use the same few response envelopes for administrators, so
// one query and one mutation serve every section.

import type { AnswerOf } from '../../app/api/answers.ts'
import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { adminLists } from '../../app/limits.ts'
import type { MediaUploaded } from '../../app/wire/content.ts'
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
  | 'Campaign'
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
    /** A calculation from a body that changes nothing. */
    adminPreview: build.query<unknown, { url: string; body: object }>({
      query: ({ url, body }) => ({ url, method: 'POST', body }),
    }),
    uploadPicture: build.mutation<MediaUploaded, FormData>({
      query: (body) => ({ url: calls.contentAdmin('media'), method: 'POST', body }),
      invalidatesTags: ['Media', 'Audit'],
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

export const { useUploadPictureMutation, useAdminChangeMutation, useAdminExportMutation } = adminApi
// Answers without a type: only the hooks below use them.
const {
  useAdminReadQuery,
  useLazyAdminReadQuery,
  useAdminPreviewQuery,
  useAdminReadAllQuery,
  useAdminCreationDatesQuery,
} = adminApi

/** Loads everything again that has one of these tags, and the audit log. */
export const refreshTags = (tags: readonly Tag[]) =>
  adminApi.util.invalidateTags([...new Set([...tags, 'Audit' as const])])

type ReadOptions = { params?: Params; skip?: boolean; pollingInterval?: number }

/** The response of a GET request of the panel; its type follows from the address. */
export function useAdminQuery<Url extends string>(
  url: Url,
  tags: readonly Tag[],
  { params, ...rest }: ReadOptions = {},
) {
  const call = useAdminReadQuery({ url, params, tags }, rest)
  const answer = call.currentData as AnswerOf<'get', Url> | undefined
  return { ...call, data: answer, currentData: answer }
}

/** What the server makes of values that are not saved yet; the last answer stays until the next one. */
export function useAdminPreview<Url extends string>(url: Url, body: object, isReady = true) {
  const call = useAdminPreviewQuery({ url, body }, { skip: !isReady })
  return { ...call, data: call.data as AnswerOf<'post', Url> | undefined }
}

type RowOf<Answer> = Answer extends { items: readonly (infer Row)[] } ? Row : never

/** All rows of a list of the content service, whatever its length. */
export function useAllRows<Url extends string>(
  url: Url,
  tags: readonly Tag[],
  { params, ...rest }: ReadOptions = {},
) {
  const call = useAdminReadAllQuery({ url, params, tags }, rest)
  const rows = call.currentData as RowOf<AnswerOf<'get', Url>>[] | undefined
  return { ...call, data: rows, currentData: rows }
}

/** The creation times of the records of a list of the content service since a day. */
export function useCreationDates(url: string, tags: readonly Tag[], since: string) {
  return useAdminCreationDatesQuery({ url, tags, since })
}

function parseList<Row>(answer: unknown, source: Source<Item, Row>): List<Row> {
  const rows = source.rows(answer)
  return { rows, total: (answer as { total?: number }).total ?? rows.length }
}

/** Reads one page of a list, for an export. */
export function useReadPage<Row>(source: Source<Item, Row>) {
  const [read] = useLazyAdminReadQuery()
  const { list: url, tags } = source
  return async (params: Params) =>
    parseList<Row>(await read({ url, params, tags }).unwrap(), source)
}

export function useList<Row>(source: Source<Item, Row>, params: Params) {
  const call = useAdminReadQuery(
    { url: source.list, params, tags: source.tags },
    { pollingInterval: source.refreshMs, skipPollingIfUnfocused: true },
  )
  const list = call.currentData ? parseList(call.currentData, source) : undefined
  return { ...call, currentData: list }
}

/** One record. `row` is the record as its list has it, for sources without a request for one record. */
export function useItem<Row extends Item, Listed extends Item>(
  source: Source<Row, Listed>,
  id: string,
  row?: Listed,
) {
  const url = source.item?.(id) ?? source.list
  const call = useAdminReadQuery({ url, tags: source.tags }, { skip: !source.record })
  if (!source.record) return { ...call, currentData: row && source.listed?.(row) }
  const { currentData: answer } = call
  return { ...call, currentData: answer === undefined ? undefined : source.record(answer) }
}
