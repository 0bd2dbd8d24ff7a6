// The first requests of a panel section, derived from its URL. The routes send them while the code of
// the page is loading (app/startQueries.ts).

import { startRead, type TagType } from '../adminApi.ts'
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

/** The requests of the shown page of the list, and of the record that is open beside it. */
export function createListRequests(section: RequestedSection, searchParams: URLSearchParams) {
  const { source } = section
  const { query, item } = readListState(searchParams, section)
  const requests = [startRead({ url: source.list, params: query, tags: source.tags })]
  // Without `record` the source has no request for one record: the list's row is shown.
  if (item && item !== newItemId && source.record)
    requests.push(startRead({ url: source.item?.(item) ?? source.list, tags: source.tags }))
  return requests
}
