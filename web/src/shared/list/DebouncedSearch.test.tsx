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

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const pause = () => act(() => vi.advanceTimersByTime(searchDebounce))

/** A list whose URL is changed by the field and by a button. */
function List() {
  const [address, setAddress] = useState({ search: '', category: 'all' })
  return (
    <>
      <DebouncedSearch
        label="Поиск"
        query={address.search}
        onSearch={(search) => setAddress({ ...address, search })}
      />
      <button type="button" onClick={() => setAddress({ ...address, category: 'tips' })}>
        Советы
      </button>
      <button type="button" onClick={() => setAddress({ search: 'назад', category: 'all' })}>
        Назад
      </button>
      <output>{`${address.category} ${address.search}`}</output>
    </>
  )
}

const readAddress = () => screen.getByRole('status').textContent

it('keeps a filter that was chosen during the pause', () => {
  render(<List />)
  type('сбор')
  fireEvent.click(screen.getByText('Советы'))
  pause()
  expect(readAddress()).toBe('tips сбор')
})

it('searches without the spaces at the ends, and keeps them in the field', () => {
  render(<List />)
  type('иван ')
  pause()
  expect(readAddress()).toBe('all иван')
  expect(field().value).toBe('иван ')
})

it('shows a query that came from the address', () => {
  render(<List />)
  type('сбор')
  pause()
  fireEvent.click(screen.getByText('Назад'))
  expect(field().value).toBe('назад')
  pause()
  expect(readAddress()).toBe('all назад')
})

it('keeps a character typed before its own query comes back', () => {
  const onSearch = vi.fn()
  const { rerender } = render(<DebouncedSearch label="Поиск" query="" onSearch={onSearch} />)
  type('сбо')
  pause()
  type('сбор')
  rerender(<DebouncedSearch label="Поиск" query="сбо" onSearch={onSearch} />)
  expect(field().value).toBe('сбор')
  pause()
  expect(onSearch.mock.calls).toEqual([['сбо'], ['сбор']])
})
