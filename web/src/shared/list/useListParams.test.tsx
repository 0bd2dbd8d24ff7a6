import { act, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { createFilterSet, useUrlFilters } from './urlFilters.ts'
import { useListParams } from './useListParams.ts'

const filters = createFilterSet({ search: '', kind: '' })

beforeEach(() => window.history.replaceState(null, '', '/list?sort=name'))

it('two changes before the page is drawn again are both kept', () => {
  const { change } = renderHook(useListParams, { wrapper: BrowserRouter }).result.current
  act(() => change({ search: 'bmw' }))
  // Like a press on a row while a slow machine is still rendering the search result.
  act(() => change({ item: '7' }))
  expect(window.location.search).toBe('?sort=name&search=bmw&item=7')
})

it('two changes of the filters of a public list before it is drawn again are both kept', () => {
  const { change } = renderHook(() => useUrlFilters(filters), { wrapper: BrowserRouter }).result
    .current
  act(() => change({ search: 'bmw' }))
  act(() => change({ kind: 'news' }))
  expect(window.location.search).toBe('?search=bmw&kind=news')
})
