import { expect, it } from 'vitest'
import { groupCommands } from './paletteGroups.ts'

const sections = [
  { to: '/admin/orders', title: 'Заказы' },
  { to: '/admin/cars', title: 'Автомобили' },
]

it('every section is offered before anything is typed', () => {
  expect(groupCommands(sections, ' ', [])).toEqual([
    { kind: 'section', firstIndex: 0, commands: sections },
  ])
})

it('each group has the index of its first command, and its commands link to the records', () => {
  const found = [
    { kind: 'car', id: 'c1', title: 'Audi Q5, 2022', note: 'Германия' },
    { kind: 'order', id: 'o1', title: 'Audi Q5', note: 'MA-1' },
  ] as const
  const groups = groupCommands(sections, 'ЗАКАЗ', found)
  expect(groups.map(({ kind, firstIndex }) => [kind, firstIndex])).toEqual([
    ['section', 0],
    ['order', 1],
    ['car', 2],
  ])
  expect(groups[2]?.commands).toEqual([
    { to: '/admin/cars?item=c1', title: 'Audi Q5, 2022', note: 'Германия' },
  ])
})
