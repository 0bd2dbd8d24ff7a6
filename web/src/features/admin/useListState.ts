// The state of a list: page, sort, filters and the open record. All of it is in the URL, so a link,
// Back and a reload restore it.

import { adminLists } from '../../shared/limits.ts'
import { useListParams } from '../../shared/list/useListParams.ts'
import type { Order } from '../../ui/Table.tsx'
import type { Params } from './adminApi.ts'
import type { Filter, Item, Section } from './section.ts'

type ListOptions = { filters?: readonly Filter[]; search?: string; sorts?: readonly string[] }

export type ListState = ReturnType<typeof useListState>

const keptParameters = ['view']

export function useListState({ filters = [], search, sorts = [] }: ListOptions) {
  const { page, read, change, keepOnly } = useListParams()
  const sort = sorts.find((one) => one === read('sort')) ?? sorts[0]
  const filterValues = Object.fromEntries(
    filters.map(({ name, options }) => [
      name,
      options.find(({ value }) => value === read(name))?.value ?? '',
    ]),
  )
  const searchText = search ? read('search') : ''

  const criteria: Params = { sort }
  for (const [name, value] of Object.entries(filterValues)) criteria[name] = value || undefined
  if (search) criteria[search] = searchText.trim() || undefined

  return {
    page,
    sort,
    filterValues,
    searchText,
    item: read('item') || null,
    /** Request parameters of the list without pagination, which the CSV export shares. */
    criteria,
    query: {
      ...criteria,
      limit: adminLists.page,
      offset: (page - 1) * adminLists.page,
    } satisfies Params,
    isFiltered: Boolean(searchText.trim()) || Object.values(filterValues).some(Boolean),
    setFilter: (name: string, value: string) => change({ [name]: value, page: null }),
    setPage: (next: number) => change({ page: next }, false),
    setSort: (next: string) => change({ sort: next === sorts[0] ? null : next, page: null }),
    openItem: (id: string | null) => change({ item: id }, false),
    resetFilters: () => keepOnly(keptParameters),
  }
}

export function sortToOrder<Row extends Item>(
  { columns }: Pick<Section<Row>, 'columns'>,
  sort: string | undefined,
): Order | undefined {
  const name = sort?.replace(/^-/, '')
  const column = columns.find((one) => one.sort === name)
  if (!column) return undefined
  return { column: column.id, direction: sort?.startsWith('-') ? 'desc' : 'asc' }
}

/** The service's sort for a table order. A column with only one sort direction keeps it. */
export function orderToSort<Row extends Item>(
  { columns, sorts = [] }: Pick<Section<Row>, 'columns' | 'sorts'>,
  { column, direction }: Order,
): string | undefined {
  const name = columns.find(({ id }) => id === column)?.sort
  const candidates = direction === 'desc' ? [`-${name}`, name] : [name, `-${name}`]
  return candidates.find((one): one is string => one !== undefined && sorts.includes(one))
}
