import { expect, it } from 'vitest'
import { createFilterSet, oneOf } from './urlFilters.ts'

const filters = createFilterSet(
  { search: '', kind: '' as '' | 'news' | 'guides', page: 1 },
  {
    kind: oneOf(['news', 'guides']),
    page: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
  },
)

it('an invalid value in the URL is the default', () => {
  const read = (search: string) => filters.parse(new URLSearchParams(search))
  expect(read('')).toEqual(filters.defaults)
  expect(read('search= bmw &kind=spam&page=0&other=1')).toEqual({
    ...filters.defaults,
    search: 'bmw',
  })
  expect(read('kind=news&page=3')).toEqual({ search: '', kind: 'news', page: 3 })
  expect(read('page=-1').page).toBe(1)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(100)
})

it('a URL has only what differs from the defaults', () => {
  expect(filters.toParams({ search: ' bmw', kind: '', page: 1 }).toString()).toBe('search=bmw')
  expect(filters.toParams(filters.defaults).toString()).toBe('')
})

it('a filter that is excepted, such as the page, does not narrow the list', () => {
  const third = { ...filters.defaults, page: 3 }
  expect(filters.isNarrowed(third)).toBe(true)
  expect(filters.isNarrowed(third, ['page'])).toBe(false)
  expect(filters.isNarrowed({ ...third, kind: 'news' }, ['page'])).toBe(true)
})
