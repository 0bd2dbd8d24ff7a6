import { expect, it } from 'vitest'
import {
  areSameParameters,
  buildListName,
  findSearchParamChanges,
  readParameters,
} from './listParameters.ts'

it('a list is named by its section and view', () => {
  expect(buildListName('/admin/orders', new URLSearchParams('status=done'))).toBe('orders')
  expect(buildListName('/admin/orders', new URLSearchParams('view=payments'))).toBe(
    'orders.payments',
  )
})

it('a saved filter has only the parameters that differ from the defaults', () => {
  const options = { search: 'search', sorts: ['-created_at', 'due_at'] }
  const state = { filterValues: { status: 'new', overdue: '' }, searchText: ' Анна ' }
  expect(readParameters({ ...state, sort: '-created_at' }, options)).toEqual({
    status: 'new',
    search: 'Анна',
  })
  expect(readParameters({ filterValues: {}, searchText: '', sort: 'due_at' }, options)).toEqual({
    sort: 'due_at',
  })
})

it('applying a saved filter removes all other filters, the page and the open record', () => {
  const filters = [
    { name: 'status', label: '', options: [] },
    { name: 'overdue', label: '', options: [] },
  ]
  expect(findSearchParamChanges({ overdue: 'true' }, { filters })).toEqual({
    status: null,
    overdue: 'true',
    search: null,
    sort: null,
    page: null,
    item: null,
  })
})

it('saved filters are equal if all their values are equal', () => {
  expect(areSameParameters({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(areSameParameters({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(areSameParameters({ a: '1' }, { b: '1' })).toBe(false)
})
