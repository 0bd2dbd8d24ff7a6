import { createFilterSet } from '../../shared/list/urlFilters.ts'

export const blogFilters = createFilterSet({ category: 'all', search: '', tag: '' })

export type BlogFilters = typeof blogFilters.defaults
