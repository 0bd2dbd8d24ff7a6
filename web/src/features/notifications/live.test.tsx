import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeInbox, FakeStream, flushNetwork } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { conversationsApi } from '../../api/conversations.ts'
import { selectInbox } from './inboxSlice.ts'
import LiveNotifications from './LiveNotifications.tsx'

beforeEach(() => {
  FakeStream.all = []
})

async function renderLive() {
  network.use(FakeStream.handler, ...new FakeInbox().handlers())
  const store = makeSignedInStore()
  renderRoute(<LiveNotifications />, { store })
  await waitFor(() => expect(FakeStream.all).toHaveLength(1))
  const stream = FakeStream.all[0] as FakeStream
  return { store, emit: (name: string, data: object) => act(() => stream.emit(name, data)) }
}

describe('a refused stream', () => {
  it('shows its own text when the server no longer knows the session', async () => {
    network.use(http.post('*/api/auth/refresh', () => new HttpResponse(null, { status: 401 })))
    const { emit } = await renderLive()
    await emit('error', { code: 'unauthorized' })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Authentication required. Please log in again.')
  })
})

describe('a stream closed because of too many streams', () => {
  it('reconnects only when the window gets the focus', async () => {
    const { store, emit } = await renderLive()
    await emit('authenticated', { unread_count: 0, revision: 1 })
    vi.useFakeTimers()
    await emit('error', { code: 'too_many_streams' })
    expect(selectInbox(store.getState())).toMatchObject({ connection: 'paused', failure: null })
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    act(() => void window.dispatchEvent(new Event('online')))
    expect(FakeStream.all).toHaveLength(1)
    act(() => void window.dispatchEvent(new Event('focus')))
    await flushNetwork()
    expect(FakeStream.all).toHaveLength(2)
    vi.useRealTimers()
  })
})

describe('a lost connection', () => {
  it('refetches each open conversation after the reconnect, because hints are not repeated', async () => {
    let requests = 0
    network.use(
      http.get('*/api/me/orders/:id/messages', () => {
        requests += 1
        return HttpResponse.json({ success: true, messages: [], last_number: 0 })
      }),
    )
    const { store, emit } = await renderLive()
    await emit('authenticated', { unread_count: 0, revision: 1 })
    const place = { side: 'buyer', order: 'o1' } as const
    store.dispatch(conversationsApi.endpoints.getConversationHead.initiate(place))
    await waitFor(() => expect(requests).toBe(1))
    await act(() => (FakeStream.all[0] as FakeStream).breakOff())
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(FakeStream.all).toHaveLength(2))
    const authenticated = { unread_count: 0, revision: 1 }
    await act(() => (FakeStream.all[1] as FakeStream).emit('authenticated', authenticated))
    await waitFor(() => expect(requests).toBe(2))
  })
})
