import { expect, it } from 'vitest'
import { cropFrame, moveCrop } from './crop.ts'

const size = { width: 800, height: 600 }

it('shows the shorter side whole at first, in the middle', () => {
  expect(cropFrame(size, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({ left: 100, top: 0, side: 600 })
})

it('never leaves the picture, however far it is moved', () => {
  const corner = moveCrop(size, { zoom: 2, x: 0.5, y: 0.5 }, 9, 9)
  expect(cropFrame(size, corner)).toEqual({ left: 500, top: 300, side: 300 })
  // What was moved beyond the edge is not kept: the way back begins at once.
  expect(cropFrame(size, moveCrop(size, corner, -0.5, 0)).left).toBe(350)
})
