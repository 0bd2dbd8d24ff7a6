import { expect, it } from 'vitest'
import { boardColumns, findCardInDirection } from './boardKeys.ts'

const columns = [['a1', 'a2', 'a3'], [], ['c1']]

it('the board has columns for the seven steps and for finished orders', () => {
  expect(boardColumns).toHaveLength(8)
  expect(boardColumns.at(-1)).toBe('done')
})

it.each([
  ['a1', 'ArrowDown', 'a2'],
  ['a3', 'ArrowDown', null],
  ['a2', 'ArrowUp', 'a1'],
  ['a1', 'ArrowUp', null],
  ['a3', 'ArrowRight', 'c1'],
  ['c1', 'ArrowLeft', 'a1'],
  ['c1', 'ArrowRight', null],
  ['a1', 'Enter', null],
  ['gone', 'ArrowDown', null],
])('from %s the key %s moves to %s', (from, key, to) => {
  expect(findCardInDirection(columns, from, key)).toBe(to)
})
