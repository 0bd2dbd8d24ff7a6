// The mocked network of the notification pages: an inbox with the service's rules, and a stream that the test drives.

import { HttpResponse, http } from 'msw'
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

let made = 0

export function makeNotification(given: Partial<NotificationRead> = {}): NotificationRead {
  made += 1
  return {
    id: `n${made}`,
    type: 'system',
    title: `Новость ${made}`,
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

/** A replacement for EventSource; the test emits the server's events. */
export class FakeEventSource extends EventTarget {
  static CLOSED = 2
  static all: FakeEventSource[] = []
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  emit(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
  static get open(): FakeEventSource[] {
    return FakeEventSource.all.filter((stream) => stream.readyState !== 2)
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
      http.post('*/notifications/mark-all-read', () => this.read(null)),
      http.post('*/notifications/mark-read', async ({ request }) =>
        this.read(await idsOf(request)),
      ),
      http.post('*/notifications/delete', async ({ request }) => this.remove(await idsOf(request))),
      http.delete('*/notifications/clear-all', () => this.remove(null)),
      http.post('*/notifications/:id/mark-read', ({ params }) => this.read([String(params.id)])),
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

  private read(ids: string[] | null) {
    this.notifications = this.notifications.map((one) =>
      ids === null || ids.includes(one.id) ? { ...one, is_read: true } : one,
    )
    return this.changed()
  }

  private remove(ids: string[] | null) {
    this.notifications = this.notifications.filter((one) => ids && !ids.includes(one.id))
    return this.changed()
  }

  private changed() {
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

async function idsOf(request: Request): Promise<string[]> {
  return ((await request.json()) as { ids: string[] }).ids
}
