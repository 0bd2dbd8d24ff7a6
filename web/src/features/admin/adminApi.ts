// Requests of the admin panel. All services use the same few response envelopes for administrators,
// so one query and one mutation serve every section.

import { api } from '../../api/api.ts'
import { calls } from '../../api/calls.ts'
import { injectCalls, type TagType } from '../../api/endpoints.ts'
import type { AnswerOf, AnyAnswer, BodyOf, Method } from '../../api/routeTypes.ts'
import { listTag } from '../../api/tags.ts'
import { toIsoDay } from '../../lib/dates.ts'
import { adminLists } from '../../shared/limits.ts'
import type { Item, Source } from './section.ts'

export type { TagType }
export type Params = Record<string, string | number | boolean | undefined>
type ReadRequest = { url: string; params?: Params; tags: readonly TagType[] }
export type Change = {
  url: string
  method: Uppercase<Method>
  body?: unknown
  tags: readonly TagType[]
  /** The caller refreshes the tags itself: after the last of several changes, or when it has handled the response. */
  isRefreshedByCaller?: boolean
}
export type List<Row> = { rows: Row[]; total: number }
/** The response of any route. The hooks below narrow its type by the URL or the source. */
export type Answer = AnyAnswer<Method>
type ListAnswer = Extract<AnyAnswer<'get'>, { items: readonly object[]; total: number }>
type ListedRow = ListAnswer['items'][number]

/** A request that changes data. Its URL determines the type of `body`. */
export const createChange = <By extends 'POST' | 'PUT' | 'PATCH' | 'DELETE', Url extends string>(
  method: By,
  url: Url,
  tags: readonly TagType[],
  body?: BodyOf<Lowercase<By>, Url>,
): Change => ({ url, method, body, tags })

const adminApi = injectCalls(({ build, post }) => ({
  adminRead: build.query<AnyAnswer<'get'>, ReadRequest>({
    query: ({ url, params }) => ({ url, params }),
    // Events of the server's stream invalidate list tags, so the panel refetches conversations and cars that others change.
    providesTags: (_answer, _error, { tags }) => [...tags, ...tags.map(listTag)],
  }),
  adminChange: build.mutation<Answer, Change>({
    query: ({ url, method, body }) => ({ url, method, body }),
    // A 409 means that the record changed on the server, so it is refetched too.
    invalidatesTags: (_answer, error, { tags, isRefreshedByCaller }) =>
      !isRefreshedByCaller && (!error || ('status' in error && error.status === 409))
        ? [...tags, 'Audit']
        : [],
  }),
  /** A POST request that only computes a preview, so it is a query. */
  adminPreview: build.query<AnyAnswer<'post'>, { url: string; body: object }>({
    query: ({ url, body }) => ({ url, method: 'POST', body }),
  }),
  uploadPicture: post(calls.contentAdmin('media'), ['Media', 'Audit']),
  /**
   * All rows of a list, page by page, up to the limit of a CSV export or back to the day `since`
   * ('YYYY-MM-DD', Moscow). `since` needs a list that is sorted by '-created_at'. The last page may have
   * rows of earlier days.
   */
  adminReadAll: build.query<ListedRow[], ReadRequest & { since?: string }>({
    queryFn: async ({ url, params, since = '' }, _api, _extra, send) => {
      const { exportPage: limit, exportAtMost } = adminLists
      const rows: ListedRow[] = []
      for (let offset = 0; offset < exportAtMost; offset += limit) {
        const answer = await send({ url, params: { ...params, limit, offset } })
        if (answer.error) return { error: answer.error }
        const { items, total } = answer.data as ListAnswer
        rows.push(...items)
        const last = items.at(-1)
        const isLastBeforeSince = last && 'created_at' in last && toIsoDay(last.created_at) < since
        if (!last || isLastBeforeSince || rows.length >= total) break
      }
      return { data: rows }
    },
    providesTags: (_rows, _error, { tags }) => [...tags],
  }),
  // A mutation, because the service writes an audit entry, and the file must not be cached.
  adminExport: build.mutation<string, { url: string; params: Params }>({
    query: ({ url, params }) => ({ url, params, responseHandler: 'text' }),
    invalidatesTags: ['Audit'],
  }),
}))

export const { useUploadPictureMutation, useAdminChangeMutation, useAdminExportMutation } = adminApi
// Used only by the hooks below, which type the responses by the URL or the source.
const { useAdminReadQuery, useLazyAdminReadQuery, useAdminPreviewQuery, useAdminReadAllQuery } =
  adminApi

/** Refetches everything with one of these tags, and the audit log. */
export const refreshTags = (tags: readonly TagType[]) =>
  api.util.invalidateTags([...new Set([...tags, 'Audit' as const])])

/**
 * Sends a request before the page of the panel is rendered, so that its hooks find the response in the
 * cache. The request has no subscriber.
 */
export const startRead = ({ url, params, tags }: ReadRequest) =>
  adminApi.endpoints.adminRead.initiate({ url, params, tags }, { subscribe: false })
export const startReadAll = ({ url, params, tags, since }: ReadRequest & { since?: string }) =>
  adminApi.endpoints.adminReadAll.initiate({ url, params, tags, since }, { subscribe: false })

type ReadOptions = { params?: Params; skip?: boolean; pollingInterval?: number }

/** The response of a GET request of the panel, typed by the URL. */
export function useAdminQuery<Url extends string>(
  url: Url,
  tags: readonly TagType[],
  { params, ...rest }: ReadOptions = {},
) {
  const call = useAdminReadQuery({ url, params, tags }, rest)
  const answer = call.currentData as AnswerOf<'get', Url> | undefined
  return { ...call, data: answer, currentData: answer }
}

/** The server's preview of unsaved values. The last response stays until the next one. */
export function useAdminPreview<Url extends string>(
  url: Url,
  body: BodyOf<'post', Url> & object,
  isReady = true,
) {
  const call = useAdminPreviewQuery({ url, body }, { skip: !isReady })
  return { ...call, data: call.data as AnswerOf<'post', Url> | undefined }
}

type RowOf<Url> = Extract<AnswerOf<'get', Url>, ListAnswer>['items'][number]

/** All rows of a list. `since` is explained at `adminReadAll`. */
export function useAllRows<Url extends string>(
  url: Url,
  tags: readonly TagType[],
  { params, since, ...rest }: ReadOptions & { since?: string } = {},
) {
  const call = useAdminReadAllQuery({ url, params, tags, since }, rest)
  const rows = call.currentData as RowOf<Url>[] | undefined
  return { ...call, data: rows, currentData: rows }
}

function parseList<Row>(answer: Answer, source: Source<Item, Row>): List<Row> {
  const rows = source.rows(answer)
  const total = 'total' in answer ? answer.total : undefined
  return { rows, total: total ?? rows.length }
}

/** Returns a function that reads one page of a list, for an export. */
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

/** One record. `row` is the record from its list, for sources without a request for one record. */
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
