import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { sessionBannerDismissed, sessionStalled } from '../../api/sessionActions.ts'
import { makeStore } from '../../app/store.ts'
import { storageKeys } from '../../platform/storage.ts'
import { selectSessionBanner } from '../../shared/sessionBannerSlice.ts'
import { reportPresence } from './TeamPresence.tsx'

let reports: unknown[] = []
let stop = () => {}

beforeEach(() => {
  reports = []
  network.use(
    http.post('*/api/team/activity', async ({ request }) => {
      reports.push(await request.json())
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
  it('is reported at once, then every two minutes', async () => {
    localStorage.setItem(storageKeys.userId, 'anna')
    stop = reportPresence(makeStore().dispatch)
    await vi.waitFor(() => expect(reports).toEqual([{ userId: 'anna' }]))
    await vi.advanceTimersByTimeAsync(120_000)
    await vi.waitFor(() => expect(reports).toHaveLength(2))
  })

  it('is reported at a click or a focus, but only once for a burst of clicks', async () => {
    localStorage.setItem(storageKeys.userId, 'anna')
    stop = reportPresence(makeStore().dispatch)
    await vi.advanceTimersByTimeAsync(40_000)
    for (let press = 0; press < 5; press++) window.dispatchEvent(new MouseEvent('click'))
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(reports).toHaveLength(2))
  })

  it('does not reopen a session banner that the user has closed', async () => {
    localStorage.setItem(storageKeys.userId, 'anna')
    localStorage.setItem(storageKeys.isAuthenticated, 'true')
    let renewals = 0
    network.use(
      http.post('*/api/team/activity', () =>
        HttpResponse.json({ code: 'token_expired', message: 'Срок истёк' }, { status: 401 }),
      ),
      http.post('*/api/auth/refresh', () => {
        renewals += 1
        return HttpResponse.json({}, { status: 503 })
      }),
    )
    const store = makeStore()
    const banner = () => selectSessionBanner(store.getState())
    stop = reportPresence(store.dispatch)
    await vi.waitFor(() => expect(renewals).toBe(1))
    await vi.advanceTimersByTimeAsync(40_000)
    store.dispatch(sessionStalled('expired'))
    expect(banner()?.problem).toBe('expired')
    store.dispatch(sessionBannerDismissed())
    // The click that closes the banner counts as presence too.
    window.dispatchEvent(new MouseEvent('click'))
    await vi.waitFor(() => expect(renewals).toBe(2))
    await vi.advanceTimersByTimeAsync(1000)
    expect(banner()).toBeNull()
  })

  it('is never reported without a stored id', async () => {
    stop = reportPresence(makeStore().dispatch)
    window.dispatchEvent(new MouseEvent('click'))
    await vi.advanceTimersByTimeAsync(240_000)
    expect(reports).toEqual([])
  })
})
