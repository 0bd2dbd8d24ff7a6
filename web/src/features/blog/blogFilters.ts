import { describeFilters } from '../../shared/list/addressFilters.ts'

export const blogFilters = describeFilters({ category: 'all', search: '', tag: '' })

export type BlogFilters = typeof blogFilters.defaults
