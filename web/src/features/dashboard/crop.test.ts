import { expect, it } from 'vitest'
import { frameOf, moved } from './crop.ts'

const size = { width: 800, height: 600 }

it('shows the shorter side whole at first, in the middle', () => {
  expect(frameOf(size, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({ left: 100, top: 0, side: 600 })
})

it('never leaves the picture, however far it is moved', () => {
  const corner = moved(size, { zoom: 2, x: 0.5, y: 0.5 }, 9, 9)
  expect(frameOf(size, corner)).toEqual({ left: 500, top: 300, side: 300 })
  // What was moved beyond the edge is not kept: the way back begins at once.
  expect(frameOf(size, moved(size, corner, -0.5, 0)).left).toBe(350)
})
