import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeInbox, FakeStream } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { clearPrivateStorage } from '../../platform/privateStorage.ts'
import LiveNotifications from './LiveNotifications.tsx'

const key = 'guest_calculations'
const saved = [
  { id: '0190a0b0-0000-7000-8000-000000000011', claimToken: 'first' },
  { id: '0190a0b0-0000-7000-8000-000000000012', claimToken: 'second' },
]

beforeEach(() => {
  FakeStream.all = []
  localStorage.setItem(key, JSON.stringify(saved))
  network.use(FakeStream.handler, ...new FakeInbox().handlers())
})

const claims = (answer: () => Response) => http.post('*/api/calculator/calculations/claims', answer)
const renderSignedIn = () => renderRoute(<LiveNotifications />, { store: makeSignedInStore() })

describe('calculations saved before the sign-in', () => {
  it('are added to the account, and a toast leads to them', async () => {
    let sent: unknown
    network.use(
      http.post('*/api/calculator/calculations/claims', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, claimed: saved.map(({ id }) => id), left: [] })
      }),
    )
    renderSignedIn()
    const title = await screen.findByText(/теперь в\s+личном кабинете: 2/)
    expect(title).toBeTruthy()
    expect(sent).toEqual({ calculations: saved })
    expect(localStorage.getItem(key)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Показать' }))
    expect(location.pathname + location.hash).toBe('/dashboard#calculations')
  })

  it('raise no toast when another tab has added them', async () => {
    network.use(claims(() => HttpResponse.json({ success: true, claimed: [], left: [] })))
    renderSignedIn()
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
    expect(screen.queryByText(/до\s+входа/)).toBeNull()
  })

  it('that do not fit into the account are counted', async () => {
    const [first, second] = saved.map(({ id }) => id)
    network.use(
      claims(() => HttpResponse.json({ success: true, claimed: [first], left: [second] })),
    )
    renderSignedIn()
    expect(await screen.findByText(/Расчёт, сохранённый до\s+входа, теперь/)).toBeTruthy()
    expect(screen.getByText(/Не\s+поместилось: 1/)).toBeTruthy()
  })

  it('stay in the browser when the server does not answer', async () => {
    let requests = 0
    network.use(
      claims(() => {
        requests += 1
        return HttpResponse.error()
      }),
    )
    renderSignedIn()
    await waitFor(() => expect(requests).toBe(1))
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(saved)
  })

  it('are forgotten at a sign-out', () => {
    clearPrivateStorage()
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('cause no request if there are none', async () => {
    for (const stored of ['[]', 'not json', '{"id":1}', '[null,{"id":1}]']) {
      localStorage.setItem(key, stored)
      const { unmount } = renderSignedIn()
      // A request without a handler would fail the test.
      await waitFor(() => expect(FakeStream.all.length).toBeGreaterThan(0))
      unmount()
      FakeStream.all = []
    }
  })
})
