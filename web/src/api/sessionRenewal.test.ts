import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { network } from '../../tests/setup.ts'
import { requestTimeout } from '../shared/limits.ts'
import { renewSession } from './sessionRenewal.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a renewal that the server does not answer fails, and the next one may succeed', async () => {
  let isAnswering = false
  network.use(
    http.post('*/api/auth/refresh', () =>
      isAnswering ? HttpResponse.json({ success: true }) : new Promise<never>(() => {}),
    ),
  )
  const hanging = renewSession(Date.now())
  await vi.advanceTimersByTimeAsync(requestTimeout + 100)
  expect(await hanging).toBe('failed')
  isAnswering = true
  expect(await renewSession(Date.now())).toBe('renewed')
})

it.each([
  [403, { code: 'account_blocked' }, 'blocked'],
  [403, { code: 'forbidden' }, 'ended'],
  [401, { code: 'token_invalid' }, 'ended'],
  [503, { code: 'unavailable' }, 'failed'],
])(
  'the result of a refused renewal depends on its status and code: %i %o',
  async (status, body, renewal) => {
    network.use(http.post('*/api/auth/refresh', () => HttpResponse.json(body, { status })))
    expect(await renewSession(Date.now())).toBe(renewal)
  },
)
