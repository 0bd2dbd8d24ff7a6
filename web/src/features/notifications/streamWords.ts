// What the server says on the stream, read from the text of its events. Whatever is missing or of
// another shape is left out: a strange event must not break the bell.

import type { NotificationRead } from '../../app/wire/notifications.ts'

export type Connection = 'disconnected' | 'connecting' | 'connected' | 'error'
export type Failure = 'unreachable' | 'unauthorized' | 'expired' | 'invalid'
export type StreamState = { connection: Connection; failure: Failure | null }

/** A change of the inbox; `revision` is the number of the inbox' state after it. */
export type News = {
  action: 'new' | 'read' | 'deleted' | 'unread_count'
  notification?: NotificationRead
  ids?: string[]
  all?: boolean
  unread_count?: number
  revision?: number
  /** The server no longer has what was missed: the lists must be read anew. */
  resync?: boolean
}

export type Greeting = {
  unread_count?: number
  revision?: number
  resync?: boolean
  /** The revision asked to go on from. */
  since: number | null
}

type Body = Record<string, unknown>

const numeric = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function bodyOf(event: MessageEvent): Body {
  try {
    const body: unknown = JSON.parse(event.data)
    return typeof body === 'object' && body !== null ? (body as Body) : {}
  } catch {
    return {}
  }
}

function revisionOf(event: MessageEvent, body: Body): number | undefined {
  if (typeof body.revision === 'number') return body.revision
  return /^\d+$/.test(event.lastEventId) ? Number(event.lastEventId) : undefined
}

export function greetingOf(event: MessageEvent, since: number | null): Greeting {
  const body = bodyOf(event)
  return {
    unread_count: numeric(body.unread_count),
    revision: numeric(body.revision),
    resync: body.resync === true,
    since,
  }
}

const actions: readonly unknown[] = ['new', 'read', 'deleted', 'unread_count']

export function newsOf(event: MessageEvent): News | null {
  const body = bodyOf(event)
  if (!actions.includes(body.action)) return null
  const notification = body.notification as NotificationRead | undefined
  return {
    action: body.action as News['action'],
    notification: typeof notification?.id === 'string' ? notification : undefined,
    ids: Array.isArray(body.ids) ? body.ids.map(String) : undefined,
    all: body.all === true,
    unread_count: numeric(body.unread_count),
    revision: revisionOf(event, body),
    resync: body.resync === true,
  }
}
