// Filters and sorting of the catalogue, as in the URL and in the request.

import { createFilterSet, oneOf } from '../../shared/list/urlFilters.ts'

const parseWholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? text : null)

export const carFilters = createFilterSet(
  {
    q: '',
    brand: '',
    body_type: '',
    fuel: '',
    price_min: '',
    price_max: '',
    turnkey_min: '',
    turnkey_max: '',
    year_min: '',
    tag: '',
    sort: '',
  },
  {
    price_min: parseWholeNumber,
    price_max: parseWholeNumber,
    turnkey_min: parseWholeNumber,
    turnkey_max: parseWholeNumber,
    year_min: parseWholeNumber,
    sort: oneOf(['price_asc', 'price_desc', 'year_desc', 'mileage_asc']),
  },
)

export type CarFilters = typeof carFilters.defaults

/** Sorting does not narrow the list. */
export const isNarrowed = (filters: CarFilters) => carFilters.isNarrowed(filters, ['sort'])
