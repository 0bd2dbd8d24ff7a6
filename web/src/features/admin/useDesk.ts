// Where the desk stands: page, order, filters and the open record are all in the address, so that a
// link, the back button and a reload bring the same view back.

import { adminDesk } from '../../app/limits.ts'
import { useListAddress } from '../../app/useListAddress.ts'
import type { Order } from '../../ui/Table'
import type { Params } from './adminApi.ts'
import type { Filter, Item, Section } from './section.ts'

type Known = { filters?: readonly Filter[]; search?: string; sorts?: readonly string[] }

export type Desk = ReturnType<typeof useDesk>

const keptBetween = ['view']

export function useDesk({ filters = [], search, sorts = [] }: Known) {
  const { page, read, change, keepOnly } = useListAddress()
  const sort = sorts.find((one) => one === read('sort')) ?? sorts[0]
  const chosen = Object.fromEntries(
    filters.map(({ name, options }) => [
      name,
      options.find(({ value }) => value === read(name))?.value ?? '',
    ]),
  )
  const typed = search ? read('search') : ''

  const criteria: Params = { sort }
  for (const [name, value] of Object.entries(chosen)) criteria[name] = value || undefined
  if (search) criteria[search] = typed.trim() || undefined

  return {
    page,
    sort,
    chosen,
    typed,
    item: read('item') || null,
    /** What the list is asked by; the CSV file is gathered by the same. */
    criteria,
    query: {
      ...criteria,
      limit: adminDesk.page,
      offset: (page - 1) * adminDesk.page,
    } satisfies Params,
    isFiltered: Boolean(typed.trim()) || Object.values(chosen).some(Boolean),
    filter: (name: string, value: string) => change({ [name]: value, page: null }),
    toPage: (next: number) => change({ page: next }, false),
    toSort: (next: string) => change({ sort: next === sorts[0] ? null : next, page: null }),
    open: (id: string | null) => change({ item: id }, false),
    reset: () => keepOnly(keptBetween),
  }
}

export function orderOf<Row extends Item>(
  { columns }: Pick<Section<Row>, 'columns'>,
  sort: string | undefined,
): Order | undefined {
  const name = sort?.replace(/^-/, '')
  const column = columns.find((one) => one.sort === name)
  if (!column) return undefined
  return { column: column.id, direction: sort?.startsWith('-') ? 'desc' : 'asc' }
}

/** The service's word for an order; a column that is sorted one way only keeps that way. */
export function sortFor<Row extends Item>(
  { columns, sorts = [] }: Pick<Section<Row>, 'columns' | 'sorts'>,
  { column, direction }: Order,
): string | undefined {
  const name = columns.find(({ id }) => id === column)?.sort
  const wanted = direction === 'desc' ? [`-${name}`, name] : [name, `-${name}`]
  return wanted.find((one): one is string => one !== undefined && sorts.includes(one))
}
