import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../tests/setup.ts'
import { startData } from '../app/startData.ts'
import { makeStore } from '../app/store.ts'
import { log, readLogLines } from '../platform/clientLog.ts'
import { selectSessionBanner } from '../shared/sessionBannerSlice.ts'
import { readFailedCalls, recordFailedCall } from './failedCalls.ts'
import {
  checkRepeated,
  customerSignedIn,
  customerSignedOut,
  sessionBannerDismissed,
  sessionEnded,
  sessionStalled,
  type User,
} from './sessionActions.ts'
import { sessionApi } from './sessionApi.ts'
import { selectSessionStatus, selectUser } from './sessionSlice.ts'

const anna: User = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  email: 'anna@example.com',
  first_name: 'Анна',
  last_name: 'Орлова',
  phone: null,
  avatar_url: null,
  email_verified: true,
  role: 'user',
  is_admin: false,
  account_status: 'active',
  created_at: '2026-11-01T10:00:00Z',
}

const makeProblem = (status: number, code?: string) =>
  HttpResponse.json({ success: false, message: 'Нет', code, status }, { status })

beforeEach(() => {
  network.use(
    http.get('*/api/settings', () => HttpResponse.json({ success: true })),
    http.get('*/api/health', () => HttpResponse.json({ status: 'ok' })),
  )
})

describe('restoring the session', () => {
  it('requests nothing for a visitor', async () => {
    const store = makeStore()
    startData(store)
    await vi.waitFor(() => expect(selectSessionStatus(store.getState())).toBe('visitor'))
  })

  it('restores the user when the flag is set', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    network.use(http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user: anna })))
    const store = makeStore()
    startData(store)
    await vi.waitFor(() => expect(selectUser(store.getState())?.first_name).toBe('Анна'))
    expect(localStorage.getItem('userId')).toBe(anna.id)
  })

  it.each([
    ['unauthorized', 'unauthorized'],
    ['token_expired', 'expired'],
    ['token_invalid', 'error'],
    [undefined, 'unauthorized'],
    ['unknown_code', 'unauthorized'],
  ])(
    'clears every private key and says why when the session check answers 401 %s',
    async (code, shown) => {
      localStorage.setItem('isAuthenticated', 'true')
      localStorage.setItem('accessToken', 'old')
      localStorage.setItem('theme', 'dark')
      network.use(
        http.get('*/api/auth/me', () => makeProblem(401, code)),
        http.post('*/api/auth/refresh', () => makeProblem(401, 'unauthorized')),
      )
      const store = makeStore()
      startData(store)
      await vi.waitFor(() => expect(selectSessionStatus(store.getState())).toBe('visitor'))
      expect({ ...localStorage }).toEqual({ theme: 'dark' })
      expect(selectSessionBanner(store.getState())?.problem).toBe(shown)
    },
  )

  it('removes the push subscription of the previous user', async () => {
    const unsubscribe = vi.fn(async () => true)
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    const getRegistration = async () => ({ pushManager })
    const serviceWorker = { configurable: true, value: { getRegistration } }
    Object.defineProperty(navigator, 'serviceWorker', serviceWorker)
    makeStore().dispatch(customerSignedOut())
    await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled())
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('requests once, however often the shell is rendered', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    let requests = 0
    network.use(
      http.get('*/api/auth/me', () => {
        requests += 1
        return HttpResponse.json({ success: true, user: anna })
      }),
    )
    const store = makeStore()
    startData(store)
    startData(store)
    await vi.waitFor(() => expect(selectUser(store.getState())?.first_name).toBe('Анна'))
    expect(requests).toBe(1)
  })

  it.each([
    ['the server is silent', 503, 'unavailable'],
    ['a token cannot be renewed just now', 401, 'token_expired'],
  ])(
    'ends no session when %s, and knows the customer when asked again',
    async (_why, status, code) => {
      localStorage.setItem('isAuthenticated', 'true')
      network.use(
        http.get('*/api/auth/me', () => makeProblem(status, code)),
        http.post('*/api/auth/refresh', () => makeProblem(503, 'unavailable')),
      )
      const store = makeStore()
      startData(store)
      await vi.waitFor(() => expect(selectSessionStatus(store.getState())).toBe('unclear'))
      expect(localStorage.getItem('isAuthenticated')).toBe('true')
      network.use(http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user: anna })))
      store.dispatch(checkRepeated())
      await vi.waitFor(() => expect(selectUser(store.getState())?.first_name).toBe('Анна'))
    },
  )
})

describe('after signing out', () => {
  it('leaves no banner, no log line and no failed call for the next user', () => {
    const store = makeStore()
    store.dispatch(customerSignedIn({ user: anna }))
    store.dispatch(sessionStalled('expired'))
    log('warn', 'test', 'Анна Орлова')
    recordFailedCall('/orders', 'GET', { status: 503, code: 'unavailable', message: 'Нет' })
    store.dispatch(customerSignedOut())
    expect(selectSessionBanner(store.getState())).toBeNull()
    expect(readLogLines()).toEqual([])
    expect(readFailedCalls()).toEqual([])
  })

  it('keeps the banner of an ended session when another tab signs out', async () => {
    const store = makeStore()
    startData(store)
    await vi.waitFor(() => expect(selectSessionStatus(store.getState())).toBe('visitor'))
    store.dispatch(sessionEnded('expired'))
    window.dispatchEvent(new StorageEvent('storage', { key: 'isAuthenticated', newValue: null }))
    expect(selectSessionBanner(store.getState())?.problem).toBe('expired')
  })
})

describe('a page restored by Back', () => {
  const restorePage = () =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

  it('shows nobody when another tab has signed out meanwhile', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    network.use(http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user: anna })))
    const store = makeStore()
    startData(store)
    await vi.waitFor(() => expect(selectUser(store.getState())?.first_name).toBe('Анна'))
    restorePage()
    expect(selectSessionStatus(store.getState())).toBe('signedIn')
    localStorage.removeItem('isAuthenticated')
    restorePage()
    expect(selectSessionStatus(store.getState())).toBe('visitor')
  })
})

describe('a closed banner', () => {
  it('is shown again for a change of the user, not for a request of the page', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    network.use(
      http.get('*/api/auth/me', () => makeProblem(401, 'token_expired')),
      http.post('*/api/auth/logout', () => makeProblem(401, 'token_expired')),
      http.post('*/api/auth/refresh', () => makeProblem(503, 'unavailable')),
    )
    const store = makeStore()
    const readBanner = () => selectSessionBanner(store.getState())
    const { getMe, signOut } = sessionApi.endpoints
    await store.dispatch(getMe.initiate(undefined, { forceRefetch: true }))
    expect(readBanner()?.problem).toBe('expired')
    store.dispatch(sessionBannerDismissed())
    await store.dispatch(getMe.initiate(undefined, { forceRefetch: true }))
    expect(readBanner()).toBeNull()
    await store.dispatch(signOut.initiate())
    expect(readBanner()?.problem).toBe('expired')
  })
})

describe('an expired token', () => {
  it('of a blocked account shows the user as blocked, and no banner', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    network.use(
      http.get('*/api/health', () => makeProblem(401, 'token_invalid')),
      http.post('*/api/auth/refresh', () => makeProblem(403, 'account_blocked')),
    )
    const store = makeStore()
    store.dispatch(customerSignedIn({ user: anna }))
    await store.dispatch(sessionApi.endpoints.checkHealth.initiate())
    expect(selectUser(store.getState())?.account_status).toBe('blocked')
    expect(selectSessionBanner(store.getState())).toBeNull()
  })

  it('is renewed once for two calls that fail together, and both succeed', async () => {
    localStorage.setItem('isAuthenticated', 'true')
    let renewals = 0
    let isRenewed = false
    network.use(
      http.post('*/api/auth/refresh', () => {
        renewals += 1
        isRenewed = true
        return HttpResponse.json({ success: true, accessToken: 'new' })
      }),
      http.get('*/api/auth/me', () =>
        isRenewed
          ? HttpResponse.json({ success: true, user: anna })
          : makeProblem(401, 'token_expired'),
      ),
      http.get('*/api/health', () =>
        isRenewed ? HttpResponse.json({ status: 'ok' }) : makeProblem(401, 'token_expired'),
      ),
    )
    const store = makeStore()
    const answers = await Promise.all([
      store.dispatch(sessionApi.endpoints.getMe.initiate()),
      store.dispatch(sessionApi.endpoints.checkHealth.initiate()),
    ])
    expect(answers.map((answer) => answer.isSuccess)).toEqual([true, true])
    expect(renewals).toBe(1)
    expect(localStorage.getItem('accessToken')).toBe('new')
    expect(localStorage.getItem('refreshToken')).toBeNull()
  })
})
