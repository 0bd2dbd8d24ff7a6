import { expect, it } from 'vitest'
import { computeCropFrame, moveCrop } from './crop.ts'

const size = { width: 800, height: 600 }

it('the frame starts centred and as large as the shorter side', () => {
  expect(computeCropFrame(size, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({
    left: 100,
    top: 0,
    side: 600,
  })
})

it('the frame stays inside the picture however far it is moved', () => {
  const corner = moveCrop(size, { zoom: 2, x: 0.5, y: 0.5 }, 9, 9)
  expect(computeCropFrame(size, corner)).toEqual({ left: 500, top: 300, side: 300 })
  // A move beyond the edge is not stored, so a move back takes effect at once.
  expect(computeCropFrame(size, moveCrop(size, corner, -0.5, 0)).left).toBe(350)
})
