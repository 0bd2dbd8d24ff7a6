import { expect, it } from 'vitest'
import { mergeRows } from './endpoints.ts'

it('a paged list shows a row only once when a new record has shifted it to the next page', () => {
  const pages = [{ rows: [{ id: 'c' }, { id: 'b' }] }, { rows: [{ id: 'b' }, { id: 'a' }] }]
  expect(mergeRows(pages, ({ rows }) => rows).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})
