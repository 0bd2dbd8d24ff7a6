import { describeFilters } from '../../app/addressFilters.ts'

export const blogFilters = describeFilters({ category: 'all', search: '', tag: '' })

export type BlogFilters = typeof blogFilters.defaults
