import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { TimelinePage } from '../../api/conversations.ts'
import type { MessageRead } from '../../api/wire/content.ts'
import { EntryRow } from './EntryRow.tsx'

const place = { side: 'buyer', order: 'order-1' } as const

const makeEntry = (number: number): MessageRead => ({
  id: `entry-${number}`,
  number,
  at: '2026-11-20T09:00:00Z',
  side: 'company',
  event: null,
  text: `Сообщение ${number}`,
  author_name: 'Вера',
  is_own: false,
  attachments: [],
  idempotency_key: null,
})

const makeEntries = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => makeEntry(first + index))

const makePage = (first: number, last: number): TimelinePage => ({
  success: true,
  messages: makeEntries(first, last),
  last_number: 120,
  read: { buyer: 120, company: 120 },
  unread: 0,
  assignee_name: null,
  reply_by: null,
  can_write: true,
})

const createRow = (number: number, head: TimelinePage) => (
  <EntryRow place={place} head={head} number={number} isUnreadStart={false} isLinked={false} />
)

/** Row 72 while newer messages move it out of the newest fifty. */
function ArrivingMessages() {
  const [last, setLast] = useState(120)
  return (
    <>
      <button type="button" onClick={() => setLast(140)}>
        Двадцать новых
      </button>
      {createRow(72, makePage(last - 49, last))}
    </>
  )
}

/** Answers every page, and returns the `after` of each request. */
function answerPages() {
  const afterNumbers: (string | null)[] = []
  network.use(
    http.get('*/api/me/orders/order-1/messages', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      afterNumbers.push(after)
      return HttpResponse.json(makePage(Number(after) + 1, Number(after) + 51))
    }),
  )
  return afterNumbers
}

describe('a row of the conversation', () => {
  const head = makePage(71, 120)

  it('requests its page only if it stays in the document', async () => {
    const afterNumbers = answerPages()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const passed = renderRoute(createRow(20, head))
    await act(() => vi.advanceTimersByTimeAsync(20))
    passed.unmount()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(afterNumbers).toEqual([])
    vi.useRealTimers()
    renderRoute(createRow(60, head))
    expect(await screen.findByText('Сообщение 60')).toBeTruthy()
    expect(afterNumbers).toEqual(['49'])
  })

  it('needs one page to know whether a day begins with it', async () => {
    const afterNumbers = answerPages()
    renderRoute(createRow(51, head))
    expect(await screen.findByText('Сообщение 51')).toBeTruthy()
    expect(screen.queryByText('20 ноября 2026')).toBeNull()
    expect(afterNumbers).toEqual(['49'])
  })

  it('stays when newer messages move it out of the newest ones and its page does not load', async () => {
    let requests = 0
    network.use(
      http.get('*/api/me/orders/order-1/messages', () => {
        requests += 1
        return HttpResponse.json({}, { status: 503 })
      }),
    )
    renderRoute(<ArrivingMessages />)
    expect(screen.getByText('Сообщение 72')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Двадцать новых' }))
    await waitFor(() => expect(requests).toBeGreaterThan(0))
    expect(screen.getByText('Сообщение 72')).toBeTruthy()
  })
})
