// What the catalogue is narrowed to and how it is sorted, as the address says it and the server reads it.

import { useSearchParams } from 'react-router'
import { useHydrated } from '../../app/useHydrated.ts'

const names = [
  'q',
  'brand',
  'body_type',
  'fuel',
  'price_min',
  'price_max',
  'year_min',
  'tag',
  'sort',
] as const

export type CarFilters = Record<(typeof names)[number], string>

const figures: ReadonlySet<string> = new Set(['price_min', 'price_max', 'year_min'])
const sorts: ReadonlySet<string> = new Set(['price_asc', 'price_desc', 'year_desc', 'mileage_asc'])

/** What an address bar may hold besides is left out: the server would refuse the whole list for it. */
function readable(name: string, value: string): string {
  const text = value.trim().slice(0, 100)
  if (figures.has(name)) return /^\d{1,9}$/.test(text) ? text : ''
  if (name === 'sort') return sorts.has(text) ? text : ''
  return text
}

export function parseFilters(address: URLSearchParams): CarFilters {
  return Object.fromEntries(
    names.map((name) => [name, readable(name, address.get(name) ?? '')]),
  ) as CarFilters
}

export function toSearchParams(filters: CarFilters): URLSearchParams {
  return new URLSearchParams(
    names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
}

export const isNarrowed = (filters: CarFilters) =>
  names.some((name) => name !== 'sort' && filters[name] !== '')

export function useCarFilters() {
  const [address, setAddress] = useSearchParams()
  const isLive = useHydrated()
  const filters = parseFilters(isLive ? address : new URLSearchParams())
  function change(changed: Partial<CarFilters>, how: { replace?: boolean } = {}) {
    setAddress(toSearchParams({ ...filters, ...changed }), { ...how, preventScrollReset: true })
  }
  const reset = () =>
    setAddress(filters.sort ? { sort: filters.sort } : {}, { preventScrollReset: true })
  return { filters, change, reset }
}
