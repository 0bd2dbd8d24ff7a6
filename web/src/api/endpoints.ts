// Endpoints declared by URL. The OpenAPI document of the route gives them their types.

import type {
  EndpointBuilder,
  EndpointDefinitions,
  FetchArgs,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query/react'
import { api, type gatewayQuery } from './api.ts'
import type { AnswerOf, BodyOf, Method } from './routeTypes.ts'
import { rowTags } from './tags.ts'

type BaseQuery = typeof gatewayQuery
export type CacheTag = NonNullable<Parameters<typeof api.util.invalidateTags>[0][number]>
export type TagType = Extract<CacheTag, string>
/** Tags of an endpoint. They may depend on the response or on the argument. */
type Tags<Answer, Arg> =
  | readonly CacheTag[]
  | ((answer: Answer | undefined, error: unknown, arg: Arg) => readonly CacheTag[])

type CallRequest<Verb extends Method, Url> = Omit<FetchArgs, 'url' | 'body' | 'method'> & {
  url: Url
  body?: BodyOf<Verb, Url>
}
type Builder = EndpointBuilder<BaseQuery, TagType, 'api'>

/** A call given as a URL has no argument. A call given as a function builds its request from the argument. */
type DescribeQuery = {
  <Url extends string>(
    call: Url | (() => CallRequest<'get', Url>),
    ...more: QueryOptions<Url, void>
  ): QueryOf<Url, void>
  <Url extends string, Arg>(
    call: (arg: Arg) => Url | CallRequest<'get', Url>,
    ...more: QueryOptions<Url, Arg>
  ): QueryOf<Url, Arg>
}
type QueryOf<Url, Arg> = QueryDefinition<Arg, BaseQuery, TagType, AnswerOf<'get', Url>, 'api'>
/** The tags, and a function that fills in fields that a response may lack. */
type QueryOptions<Url, Arg> = [
  providesTags?: Tags<AnswerOf<'get', Url>, Arg>,
  complete?: (answer: AnswerOf<'get', Url>) => AnswerOf<'get', Url>,
]

const describeQuery = (build: Builder) =>
  (<Url extends string>(
    call: Url | ((arg: unknown) => Url | CallRequest<'get', Url>),
    ...[providesTags, transformResponse]: QueryOptions<Url, unknown>
  ) =>
    build.query<AnswerOf<'get', Url>, unknown>({
      query: (arg) => (typeof call === 'function' ? call(arg) : call),
      providesTags,
      transformResponse,
    })) as DescribeQuery

type PagedList<Answer> = {
  type: TagType
  pageSize: number
  rows: (answer: Answer) => readonly { id: string }[]
  /** Fills in fields that a response may lack. */
  complete?: (answer: Answer) => Answer
}
type DescribeList = {
  <Url extends string>(call: Url, list: PagedList<AnswerOf<'get', Url>>): ListOf<Url, void>
  <Url extends string, Arg>(
    call: (arg: Arg) => CallRequest<'get', Url>,
    list: PagedList<AnswerOf<'get', Url>>,
  ): ListOf<Url, Arg>
}
type ListOf<Url, Arg> = InfiniteQueryDefinition<
  Arg,
  number,
  BaseQuery,
  TagType,
  AnswerOf<'get', Url>,
  'api'
>
/** The fields of a page that tell whether another one follows. */
type PageEnd = { hasMore?: boolean; total: number }

/**
 * Rows of all loaded pages without duplicates. A record that is created meanwhile shifts the pages,
 * so the last row of one page can be the first row of the next.
 */
export function mergeRows<Page, Row extends { id: string }>(
  pages: readonly Page[],
  getRows: (page: Page) => readonly Row[],
): Row[] {
  return [...new Map(pages.flatMap(getRows).map((row) => [row.id, row])).values()]
}

/** A list that is loaded page by page. The next page starts after the loaded rows. */
const describeList = (build: Builder) =>
  (<Answer extends PageEnd>(
    call: string | ((arg: unknown) => FetchArgs),
    { type, pageSize, rows, complete }: PagedList<Answer>,
  ) => {
    const flattenRows = (pages: Answer[] = []) => pages.flatMap(rows)
    return build.infiniteQuery<Answer, unknown, number>({
      query: ({ queryArg, pageParam: offset }) => {
        const { params, ...request } = typeof call === 'function' ? call(queryArg) : { url: call }
        return { ...request, params: { ...params, limit: pageSize, offset } }
      },
      transformResponse: complete,
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ hasMore, total }, pages) => {
          const loaded = flattenRows(pages).length
          return (hasMore ?? loaded < total) ? loaded : undefined
        },
      },
      providesTags: (list) => rowTags(type, flattenRows(list?.pages)),
    })
  }) as DescribeList

/** A mutation with only a URL takes the body of the request as its argument. */
type DescribeChange<Verb extends Method> = {
  <Url extends string>(
    url: Url,
    invalidatesTags?: Tags<AnswerOf<Verb, Url>, BodyOf<Verb, Url>>,
  ): ChangeOf<Verb, Url, BodyOf<Verb, Url>>
  <Url extends string, Arg>(
    call: (arg: Arg) => Url | CallRequest<Verb, Url>,
    invalidatesTags?: Tags<AnswerOf<Verb, Url>, Arg>,
  ): ChangeOf<Verb, Url, Arg>
}
type ChangeOf<Verb extends Method, Url, Arg> = MutationDefinition<
  Arg,
  BaseQuery,
  TagType,
  AnswerOf<Verb, Url>,
  'api'
>

const describeChange = <Verb extends Method>(build: Builder, method: Verb) =>
  ((
    call: string | ((arg: unknown) => string | FetchArgs),
    invalidatesTags?: Tags<never, unknown>,
  ) =>
    build.mutation<never, unknown>({
      query: (arg) => {
        const request = typeof call === 'function' ? call(arg) : { url: call, body: arg }
        const { url, ...rest } = typeof request === 'string' ? { url: request } : request
        return { url, method: method.toUpperCase(), ...rest }
      },
      invalidatesTags,
    })) as DescribeChange<Verb>

const buildCalls = (build: Builder) => ({
  /** RTK Query's builder, for endpoints that need more than a URL and tags. */
  build,
  get: describeQuery(build),
  list: describeList(build),
  post: describeChange(build, 'post'),
  put: describeChange(build, 'put'),
  patch: describeChange(build, 'patch'),
  remove: describeChange(build, 'delete'),
})

/** Adds endpoints to the API client. */
export const injectCalls = <Definitions extends EndpointDefinitions>(
  endpoints: (calls: ReturnType<typeof buildCalls>) => Definitions,
) => api.injectEndpoints({ endpoints: (build) => endpoints(buildCalls(build)) })
