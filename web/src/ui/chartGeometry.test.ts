import { expect, it } from 'vitest'
import { computeLine, splitAtGaps, toSteps } from './chartGeometry.ts'

it('a line has its last value at the right, and room above and below', () => {
  const line = computeLine([
    { at: 0, value: 100 },
    { at: 10, value: 200 },
  ])
  expect(line?.points.map(({ x }) => x)).toEqual([0, 1])
  expect(line).toMatchObject({ low: 100, high: 200 })
  for (const { y } of line?.points ?? []) expect(y > 0 && y < 1).toBe(true)
})

it('equal values are a level line, and a single value is not a line', () => {
  const level = computeLine([
    { at: 0, value: 5 },
    { at: 1, value: 5 },
  ])
  expect(level?.points[0]?.y).toBe(0.5)
  expect(computeLine([{ at: 0, value: 5 }])).toBeNull()
})

it('values that differ by a thousandth are nearly level', () => {
  const line = computeLine([
    { at: 0, value: 1_459_924 },
    { at: 1, value: 1_461_865 },
  ])
  const [first, last] = line?.points ?? []
  expect((first?.y ?? 0) - (last?.y ?? 0)).toBeCloseTo(0.0133, 4)
})

it('a stepped line keeps a value until the next one', () => {
  const points = [
    { at: 0, value: 1 },
    { at: 2, value: 3 },
  ]
  expect(toSteps(points)).toEqual([points[0], { at: 2, value: 1 }, points[1]])
})

it('a line is split where nothing was measured', () => {
  const at = (...moments: number[]) => moments.map((moment) => ({ at: moment, value: 1 }))
  expect(splitAtGaps(at(0, 5, 10, 30, 35, 60), 5)).toEqual([at(0, 5, 10), at(30, 35), at(60)])
  expect(splitAtGaps([], 5)).toEqual([])
})

it('two lines have the same scale', () => {
  const points = [
    { at: 0, value: 10 },
    { at: 10, value: 20 },
  ]
  const line = computeLine(points, true, [{ at: 10, value: 40 }])
  expect(line).toMatchObject({ low: 10, high: 40 })
  expect(line?.upper[0]?.y).toBeLessThan(line?.points[1]?.y ?? 0)
})
