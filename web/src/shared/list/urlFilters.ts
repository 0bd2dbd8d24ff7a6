// The filters of public lists and of the notification centre are in the URL, so Back, a reload and
// a shared link keep them. A filter set is read from a URL, written to one, and changed.

import { useSearchParams } from 'react-router'
import { useHydrated } from '../../platform/useHydrated.ts'
import { readCurrentParams } from './useListParams.ts'

type Values = Record<string, string | number>

type FilterSet<Filters extends Values> = {
  defaults: Filters
  parse: (searchParams: URLSearchParams) => Filters
  /** Only values that differ from the defaults, so that URLs stay short. */
  toParams: (filters: Filters) => URLSearchParams
  /** Whether any value, except those in `except`, differs from its default. */
  isNarrowed: (filters: Filters, except?: readonly (keyof Filters)[]) => boolean
}

/**
 * A set of filters with their defaults. A reader turns the text of the URL into a value. It returns
 * null for an unsupported value: the server would refuse the whole request. Filters without a reader
 * accept any text.
 */
export function createFilterSet<Filters extends Values>(
  defaults: Filters,
  readers: { [Name in keyof Filters]?: (text: string) => Filters[Name] | null } = {},
): FilterSet<Filters> {
  const names = Object.keys(defaults) as (keyof Filters & string)[]
  const isSet = (filters: Filters) => (name: keyof Filters) => filters[name] !== defaults[name]
  function readFilter(name: keyof Filters & string, searchParams: URLSearchParams) {
    const text = searchParams.get(name)?.trim().slice(0, 100)
    const reader = readers[name]
    return text && (reader ? reader(text) : text)
  }
  return {
    defaults,
    parse: (searchParams) =>
      Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [
          name,
          readFilter(name, searchParams) || value,
        ]),
      ) as Filters,
    toParams: (filters) =>
      new URLSearchParams(
        names.filter(isSet(filters)).map((name) => [name, String(filters[name]).trim()]),
      ),
    isNarrowed: (filters, except = []) =>
      names.some((name) => !except.includes(name) && isSet(filters)(name)),
  }
}

/** Reader of a filter with a fixed set of values. */
export const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | null =>
    values.find((candidate) => candidate === text) ?? null

/** The filters of the URL, and a function that changes some of them. */
export function useUrlFilters<Filters extends Values>(set: FilterSet<Filters>) {
  const [searchParams, setSearchParams] = useSearchParams()
  const isHydrated = useHydrated()
  const filters = set.parse(isHydrated ? searchParams : new URLSearchParams())
  /** Typing replaces the current history entry; a click adds one. */
  function change(changed: Partial<Filters>, options: { replace?: boolean } = {}) {
    const next = set.toParams({ ...set.parse(readCurrentParams()), ...changed })
    setSearchParams(next, { ...options, preventScrollReset: true })
  }
  return { filters, change }
}
