// The mocked network of the notification pages: an inbox with the service's rules, and a stream that the test drives.

import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import type { User } from '../src/api/sessionActions.ts'
import type { NotificationRead } from '../src/api/wire/notifications.ts'

export const anna: User = {
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

let madeCount = 0

export function makeNotification(given: Partial<NotificationRead> = {}): NotificationRead {
  madeCount += 1
  return {
    id: `n${madeCount}`,
    type: 'system',
    title: `Новость ${madeCount}`,
    message: 'Подробности новости',
    is_read: false,
    read_at: null,
    created_at: '2026-11-18T13:30:00Z',
    user_id: anna.id,
    data: {},
    priority: 'low',
    autoClose: true,
    duration: 5000,
    actions: [],
    ...given,
  }
}

/** More turns of the event loop than an answer of the mocked network needs. */
const turnsOfAnAnswer = 10

/** Lets answers of the mocked network arrive, without advancing a stopped clock. */
export async function flushNetwork() {
  for (let turn = 0; turn < turnsOfAnAnswer; turn += 1)
    await (vi.isFakeTimers()
      ? vi.advanceTimersByTimeAsync(0)
      : new Promise((resolve) => setTimeout(resolve)))
}

/** A connection of the event stream; the test emits the server's events. */
export class FakeStream {
  static all: FakeStream[] = []
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly response: Response

  /** Each request for the stream opens another one. */
  static readonly handler = http.get('*/api/sse/notifications', () => new FakeStream().response)

  constructor() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller
      },
    })
    this.response = new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    FakeStream.all.push(this)
  }
  async emit(name: string, data: object) {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
    this.controller?.enqueue(new TextEncoder().encode(text))
    await flushNetwork()
  }
  async breakOff() {
    this.controller?.close()
    await flushNetwork()
  }
}

/** An inbox as in the service; `listQueries` are the queries of its list requests. */
export class FakeInbox {
  notifications: NotificationRead[]
  revision = 1
  listQueries: URLSearchParams[] = []

  constructor(notifications: NotificationRead[] = []) {
    this.notifications = notifications
  }

  get unread() {
    return this.notifications.filter((one) => !one.is_read).length
  }

  handlers() {
    return [
      http.get('*/notifications', ({ request }) => this.list(new URL(request.url).searchParams)),
      http.post('*/notifications/mark-all-read', () => this.markRead(null)),
      http.post('*/notifications/mark-read', async ({ request }) =>
        this.markRead(await readIds(request)),
      ),
      http.post('*/notifications/delete', async ({ request }) =>
        this.remove(await readIds(request)),
      ),
      http.delete('*/notifications/clear-all', () => this.remove(null)),
      http.post('*/notifications/:id/mark-read', ({ params }) =>
        this.markRead([String(params.id)]),
      ),
      http.delete('*/notifications/:id', ({ params }) => this.remove([String(params.id)])),
    ]
  }

  private list(query: URLSearchParams) {
    this.listQueries.push(query)
    const { type, is_read, search, limit, offset } = Object.fromEntries(query)
    const found = this.notifications.filter(
      (one) =>
        (!type || one.type === type) &&
        (!is_read || String(one.is_read) === is_read) &&
        (!search || one.title.includes(search)),
    )
    const from = Number(offset)
    return HttpResponse.json({
      notifications: found.slice(from, from + Number(limit)),
      total: found.length,
      unread_count: this.unread,
      revision: this.revision,
    })
  }

  private markRead(ids: string[] | null) {
    this.notifications = this.notifications.map((one) =>
      ids === null || ids.includes(one.id) ? { ...one, is_read: true } : one,
    )
    return this.respondToChange()
  }

  private remove(ids: string[] | null) {
    this.notifications = this.notifications.filter((one) => ids && !ids.includes(one.id))
    return this.respondToChange()
  }

  private respondToChange() {
    this.revision += 1
    return HttpResponse.json({
      success: true,
      changed: 1,
      unread_count: this.unread,
      revision: this.revision,
    })
  }

  /** Adds a notification and returns the stream event that announces it. */
  arrive(notification: NotificationRead) {
    this.notifications = [notification, ...this.notifications]
    this.revision += 1
    return { action: 'new', notification, unread_count: this.unread, revision: this.revision }
  }
}

async function readIds(request: Request): Promise<string[]> {
  return ((await request.json()) as { ids: string[] }).ids
}
