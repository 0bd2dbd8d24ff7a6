import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { searchDebounce } from '../limits.ts'
import { DebouncedSearch } from './DebouncedSearch.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const findField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск' })
const type = (value: string) => fireEvent.change(findField(), { target: { value } })
const pause = () => act(() => vi.advanceTimersByTime(searchDebounce))

/** A list whose URL is changed by the field and by a button. */
function List() {
  const [params, setParams] = useState({ search: '', category: 'all' })
  return (
    <>
      <DebouncedSearch
        label="Поиск"
        query={params.search}
        onSearch={(search) => setParams({ ...params, search })}
      />
      <button type="button" onClick={() => setParams({ ...params, category: 'tips' })}>
        Советы
      </button>
      <button type="button" onClick={() => setParams({ search: 'назад', category: 'all' })}>
        Назад
      </button>
      <output>{`${params.category} ${params.search}`}</output>
    </>
  )
}

const readShownParams = () => screen.getByRole('status').textContent

it('a search keeps a filter that was chosen during the pause', () => {
  render(<List />)
  type('сбор')
  fireEvent.click(screen.getByText('Советы'))
  pause()
  expect(readShownParams()).toBe('tips сбор')
})

it('a search ignores the spaces at the ends, but the field keeps them', () => {
  render(<List />)
  type('иван ')
  pause()
  expect(readShownParams()).toBe('all иван')
  expect(findField().value).toBe('иван ')
})

it('the search field shows a query that came from the URL', () => {
  render(<List />)
  type('сбор')
  pause()
  fireEvent.click(screen.getByText('Назад'))
  expect(findField().value).toBe('назад')
  pause()
  expect(readShownParams()).toBe('all назад')
})

it('the search field keeps a character that was typed before its own query comes back', () => {
  const onSearch = vi.fn()
  const { rerender } = render(<DebouncedSearch label="Поиск" query="" onSearch={onSearch} />)
  type('сбо')
  pause()
  type('сбор')
  rerender(<DebouncedSearch label="Поиск" query="сбо" onSearch={onSearch} />)
  expect(findField().value).toBe('сбор')
  pause()
  expect(onSearch.mock.calls).toEqual([['сбо'], ['сбор']])
})
