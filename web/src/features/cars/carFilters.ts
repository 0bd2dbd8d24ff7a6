// What the catalogue is narrowed to and how it is sorted, as the address says it and the server reads it.

import { describeFilters, oneOf } from '../../shared/list/addressFilters.ts'

const figure = (text: string) => (/^\d{1,9}$/.test(text) ? text : null)

export const carFilters = describeFilters(
  {
    q: '',
    brand: '',
    body_type: '',
    fuel: '',
    price_min: '',
    price_max: '',
    year_min: '',
    tag: '',
    sort: '',
  },
  {
    price_min: figure,
    price_max: figure,
    year_min: figure,
    sort: oneOf(['price_asc', 'price_desc', 'year_desc', 'mileage_asc']),
  },
)

export type CarFilters = typeof carFilters.defaults

/** Another order of the same cars is no narrower choice. */
export const isNarrowed = (filters: CarFilters) => carFilters.isNarrowed(filters, ['sort'])
