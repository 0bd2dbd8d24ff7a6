import { pages } from './paths.ts'

type Filters = Record<string, string | number | null | undefined>

/** The filters of a search as a query of the catalogue's address, in one order. */
export function searchAddress(filters: Filters): string {
  const filled = Object.entries(filters).filter(([, value]) => value !== null && value !== '')
  const address = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
  address.sort()
  return address.toString()
}

/** The catalogue with the filters of a saved search. */
export function buildCatalogueLink(filters: Filters): string {
  const address = searchAddress(filters)
  return address ? `${pages.cars}?${address}` : pages.cars
}
