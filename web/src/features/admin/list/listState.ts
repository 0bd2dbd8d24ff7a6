// Reads the state of a panel list from the URL, without the router. The list itself reads it (useListState), and so
// do the routes, which request the list while the code of its page is loading.

import { adminLists } from '../../../shared/limits.ts'
import { readPage } from '../../../shared/list/useListParams.ts'
import type { Params } from '../adminApi.ts'
import type { Filter } from '../section.ts'

export type ListOptions = {
  filters?: readonly Filter[]
  search?: string
  sorts?: readonly string[]
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The value, or '' if it is neither an option of the filter nor the id of an employee that the filter accepts. */
function readFilter({ options, hasEmployees }: Filter, value: string): string {
  if (options.some((option) => option.value === value)) return value
  if (hasEmployees && idPattern.test(value)) return value
  return ''
}

/** Filters and sorts that the list does not have are left out, because the service refuses them. */
export function readListState(
  searchParams: URLSearchParams,
  { filters = [], search, sorts = [] }: ListOptions,
) {
  const page = readPage(searchParams)
  const sort = sorts.find((candidate) => candidate === (searchParams.get('sort') ?? '')) ?? sorts[0]
  const filterValues = Object.fromEntries(
    filters.map((filter) => [filter.name, readFilter(filter, searchParams.get(filter.name) ?? '')]),
  )
  const searchText = search ? (searchParams.get('search') ?? '') : ''

  const criteria: Params = { sort }
  for (const [name, value] of Object.entries(filterValues)) criteria[name] = value || undefined
  if (search) criteria[search] = searchText.trim() || undefined

  return {
    page,
    sort,
    filterValues,
    searchText,
    /** The id of the open record. */
    item: searchParams.get('item') || null,
    /** Request parameters of the list without pagination, which the CSV export shares. */
    criteria,
    query: {
      ...criteria,
      limit: adminLists.page,
      offset: (page - 1) * adminLists.page,
    } satisfies Params,
    isFiltered: Boolean(searchText.trim()) || Object.values(filterValues).some(Boolean),
  }
}
