import { pages } from './paths.ts'

type Filters = Record<string, string | number | null | undefined>

/**
 * The filters of a search as the query string of the catalogue. Names are sorted, so that equal filters
 * give equal strings.
 */
export function buildSearchQuery(filters: Filters): string {
  const filled = Object.entries(filters).filter(([, value]) => value !== null && value !== '')
  const query = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
  query.sort()
  return query.toString()
}

/** The catalogue with the filters of a saved search. */
export function buildCatalogueLink(filters: Filters): string {
  const query = buildSearchQuery(filters)
  return query ? `${pages.cars}?${query}` : pages.cars
}
