// The first requests of a panel section, derived from its URL. The routes send them while the code of
// the page is loading (app/startQueries.ts).

import type { TagType } from '../adminApi.ts'
import { startRead } from '../adminApi.ts'
import { newItemId } from '../record/ItemPanel.tsx'
import { type ListOptions, readListState } from './listState.ts'

/** The properties of a section that its requests depend on. */
export type RequestedSection = ListOptions & {
  source: {
    list: string
    tags: readonly TagType[]
    item?: (id: string) => string
    record?: unknown
  }
}

/** The page of the list, and the record that is open beside it. */
export function createListRequests(section: RequestedSection, searchParams: URLSearchParams) {
  const { list: url, tags, item: itemUrl, record } = section.source
  const { query, item } = readListState(searchParams, section)
  const requests = [startRead({ url, params: query, tags })]
  if (item && item !== newItemId && record)
    requests.push(startRead({ url: itemUrl?.(item) ?? url, tags }))
  return requests
}
