// The state of a list: page, sort, filters and the open record. The whole state is in the URL, so a
// link, Back and a reload restore it.

import { useListParams } from '../../../shared/list/useListParams.ts'
import type { Order } from '../../../ui/Table.tsx'
import type { Item, Section } from '../section.ts'
import { findSearchParamChanges, type ListParameters, readParameters } from './listParameters.ts'
import { type ListOptions, readListState } from './listState.ts'

export type ListState = ReturnType<typeof useListState>

const keptParameters = ['view']

export function useListState(options: ListOptions) {
  const { params, change, keepOnly } = useListParams()
  const defaultSort = options.sorts?.[0]
  const state = readListState(params, options)
  return {
    ...state,
    /** The parameters that a saved filter of this list keeps. */
    parameters: readParameters(state, options),
    /** Shows the list with exactly these filters and this order. */
    applyParameters: (parameters: ListParameters) =>
      change(findSearchParamChanges(parameters, options), { replace: false }),
    setFilter: (name: string, value: string) => change({ [name]: value, page: null }),
    setPage: (next: number) => change({ page: next }, { replace: false }),
    setSort: (next: string) => change({ sort: next === defaultSort ? null : next, page: null }),
    openItem: (id: string | null) => change({ item: id }, { replace: false }),
    resetFilters: () => keepOnly(keptParameters),
  }
}

/** The table order for a `sort` parameter. Undefined if no column has this sort. */
export function sortToOrder<Row extends Item>(
  { columns }: Pick<Section<Row>, 'columns'>,
  sort: string | undefined,
): Order | undefined {
  if (sort === undefined) return undefined
  const name = sort.replace(/^-/, '')
  const column = columns.find((candidate) => candidate.sort === name)
  if (!column) return undefined
  return { column: column.id, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** The `sort` parameter for a table order. A column that sorts in one direction only keeps that direction. */
export function orderToSort<Row extends Item>(
  { columns, sorts = [] }: Pick<Section<Row>, 'columns' | 'sorts'>,
  { column, direction }: Order,
): string | undefined {
  const name = columns.find(({ id }) => id === column)?.sort
  if (name === undefined) return undefined
  const candidates = direction === 'desc' ? [`-${name}`, name] : [name, `-${name}`]
  return candidates.find((candidate) => sorts.includes(candidate))
}
