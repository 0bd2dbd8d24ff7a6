// The URL parameters of a list that a saved filter keeps.

import { pages } from '../../../shared/paths.ts'
import type { ListOptions, readListState } from './listState.ts'

export type ListParameters = Readonly<Record<string, string>>

/** The name under which the service keeps the filters of a list: `orders`, or `orders.payments` for a view. */
export function buildListName(pathname: string, searchParams: URLSearchParams): string {
  const section = pathname.slice(pages.admin.length + 1) || 'overview'
  const view = searchParams.get('view')
  return view ? `${section}.${view}` : section
}

/** The filters, the search and the order of a list that differ from its defaults. */
export function readParameters(
  state: Pick<ReturnType<typeof readListState>, 'filterValues' | 'searchText' | 'sort'>,
  options: ListOptions,
): ListParameters {
  const { filterValues, searchText, sort } = state
  const defaultSort = options.sorts?.[0]
  const parameters = {
    ...filterValues,
    search: searchText.trim(),
    sort: sort === defaultSort ? undefined : sort,
  }
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** The URL parameters to set, or to remove (null), so that the list shows the first page of exactly these filters. */
export function findSearchParamChanges(
  parameters: ListParameters,
  { filters = [] }: Pick<ListOptions, 'filters'>,
): Record<string, string | null> {
  const names = [...filters.map(({ name }) => name), 'search', 'sort']
  return {
    ...Object.fromEntries(names.map((name) => [name, parameters[name] ?? null])),
    page: null,
    item: null,
  }
}

export function areSameParameters(one: ListParameters, other: ListParameters): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}
