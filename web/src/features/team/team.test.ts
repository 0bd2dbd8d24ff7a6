import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { storageKeys } from '../../app/storage.ts'
import { makeStore } from '../../app/store.ts'
import { keepPresent } from './teamActivity.ts'

let told: unknown[] = []
let stop = () => {}

beforeEach(() => {
  told = []
  network.use(
    http.post('*/api/team/activity', async ({ request }) => {
      told.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('presence', () => {
  it('is told at once, then every two minutes', async () => {
    localStorage.setItem(storageKeys.userId, 'anna')
    stop = keepPresent(makeStore().dispatch)
    await vi.waitFor(() => expect(told).toEqual([{ userId: 'anna' }]))
    await vi.advanceTimersByTimeAsync(120_000)
    await vi.waitFor(() => expect(told).toHaveLength(2))
  })

  it('is told at a click or a look, but not at every click of a burst', async () => {
    localStorage.setItem(storageKeys.userId, 'anna')
    stop = keepPresent(makeStore().dispatch)
    await vi.advanceTimersByTimeAsync(40_000)
    for (let press = 0; press < 5; press++) window.dispatchEvent(new MouseEvent('click'))
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(told).toHaveLength(2))
  })

  it('is never told without a stored id', async () => {
    stop = keepPresent(makeStore().dispatch)
    window.dispatchEvent(new MouseEvent('click'))
    await vi.advanceTimersByTimeAsync(240_000)
    expect(told).toEqual([])
  })
})
