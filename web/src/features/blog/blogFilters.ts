import { createFilterSet } from '../../shared/list/addressFilters.ts'

export const blogFilters = createFilterSet({ category: 'all', search: '', tag: '' })

export type BlogFilters = typeof blogFilters.defaults
