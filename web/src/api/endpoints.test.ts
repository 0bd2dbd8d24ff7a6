import { expect, it } from 'vitest'
import { mergeRows } from './endpoints.ts'

it('shows a row once that a new record has shifted to the next page', () => {
  const pages = [{ rows: [{ id: 'c' }, { id: 'b' }] }, { rows: [{ id: 'b' }, { id: 'a' }] }]
  expect(mergeRows(pages, ({ rows }) => rows).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})
