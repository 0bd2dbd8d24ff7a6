import { expect, it } from 'vitest'
import type { BoardColumnRead, CardRead } from '../../../api/wire/content.ts'
import { applyMoves, type CardMove, createMove, removeOlderCopies } from './boardMoves.ts'

const makeCard = (id: string, more: Partial<CardRead> = {}): CardRead => ({
  id,
  number: id,
  title: 'BMW 318d, 2022',
  version: 3,
  user_id: null,
  user_name: null,
  assignee_id: null,
  assignee_name: null,
  next_step: 'search',
  step_since: '2026-11-20T07:00:00Z',
  days_in_step: 4,
  planned_to: '2026-11-23',
  days_late: 2,
  unread: 0,
  ...more,
})
const makeColumn = (...items: CardRead[]): BoardColumnRead => ({
  success: true,
  items,
  total: items.length,
  late: items.filter(({ days_late }) => days_late > 0).length,
})
const listIds = ({ items }: { items: CardRead[] }) => items.map(({ id }) => id)
const firstMove = createMove(makeCard('a'), 100) as CardMove
const moves = [firstMove]

it('a moved card leaves its column and its counts and is first in the next column', () => {
  const old = applyMoves(makeColumn(makeCard('a'), makeCard('b')), 'consultation', 1, moves, 50)
  expect([listIds(old), old.total, old.late]).toEqual([['b'], 1, 1])
  const next = applyMoves(makeColumn(makeCard('c')), 'search', 1, moves, 50)
  expect([listIds(next), next.total]).toEqual([['a', 'c'], 2])
  expect(next.items[0]).toMatchObject({ next_step: null, days_late: 0, isMoving: true })
})

it('a move does not change other columns and pages', () => {
  const other = makeColumn(makeCard('c'))
  expect(applyMoves(other, 'check', 1, moves, 50)).toBe(other)
  expect(listIds(applyMoves(other, 'search', 2, moves, 50))).toEqual(['c'])
})

it('data requested after the confirmation of a move is not changed', () => {
  const fresh = makeColumn(makeCard('b'))
  const confirmed = [{ ...firstMove, confirmedAt: 200 }]
  expect(applyMoves(fresh, 'consultation', 1, confirmed, 200)).toBe(fresh)
  expect(listIds(applyMoves(makeColumn(makeCard('a')), 'consultation', 1, confirmed, 199))).toEqual(
    [],
  )
})

it('an order after its last step is in the column of finished orders', () => {
  const finished = createMove(makeCard('a', { next_step: 'done' }), 0) as CardMove
  const done = applyMoves(makeColumn(), 'done', 1, [finished], 0)
  expect(done.items[0]).toMatchObject({ id: 'a', step_since: '1970-01-01T00:00:00.000Z' })
  expect(done.items[0]?.isMoving).toBeUndefined()
  expect(createMove(makeCard('a', { next_step: null }), 0)).toBeNull()
})

it('a card in two columns is shown in the column with its newest version', () => {
  const old = makeColumn(makeCard('a'), makeCard('b', { days_late: 0 }))
  const fresh = makeColumn(makeCard('a', { version: 4, next_step: 'check' }))
  const shown = removeOlderCopies({
    consultation: old,
    search: fresh,
    check: makeColumn(makeCard('c')),
  })
  expect(shown.consultation).toMatchObject({ items: [{ id: 'b' }], total: 1, late: 0 })
  expect(shown.search).toBe(fresh)
  expect(shown.check?.items).toHaveLength(1)
})

it('a card in two columns is shown in the earlier column if that has the newer version', () => {
  const shown = removeOlderCopies({
    consultation: makeColumn(makeCard('a', { version: 5 })),
    search: makeColumn(makeCard('a', { version: 4 })),
  })
  expect([shown.consultation?.total, shown.search?.total]).toEqual([1, 0])
})
