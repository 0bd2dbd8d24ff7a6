// Parses events of the stream. Fields that are missing or have a wrong type are left out, so that
// an unexpected event does not break the bell.

import type { NotificationRead } from '../../api/wire/notifications.ts'
import type { ServerEvent } from './eventSource.ts'

/** `paused` means that the user has too many streams. The next attempt waits until a window gets the focus. */
export type Connection = 'disconnected' | 'connecting' | 'connected' | 'paused' | 'error'
export type StreamErrorKind = 'unreachable' | 'unauthorized' | 'expired' | 'invalid'
export type StreamState = { connection: Connection; failure: StreamErrorKind | null }

/** A change of the inbox. `revision` is the revision of the inbox after the change. */
export type InboxChange = {
  action: 'new' | 'read' | 'deleted' | 'unread_count'
  notification?: NotificationRead
  ids?: string[]
  all?: boolean
  unread_count?: number
  revision?: number
  /** The server no longer has the missed changes, so the lists must be refetched. */
  resync?: boolean
}

export type InitialState = {
  unread_count?: number
  revision?: number
  resync?: boolean
  /** The revision that the client requested to continue from. */
  since: number | null
}

/** A conversation of an order has changed, or somebody types in it. */
export type ConversationHint = {
  order_id: string
  kind: 'entry' | 'read' | 'typing' | 'handling'
  side?: string
  name?: string
}

/** A car was reserved, or is free again. */
export type CarHint = { slug: string }

export function parseCarHint(event: EventText): CarHint | null {
  const { slug } = parseBody(event)
  return typeof slug === 'string' ? { slug } : null
}

type Body = Record<string, unknown>
type EventText = Pick<ServerEvent, 'data' | 'lastEventId'>

const parseNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function parseBody(event: EventText): Body {
  try {
    const body: unknown = JSON.parse(event.data)
    return typeof body === 'object' && body !== null ? (body as Body) : {}
  } catch {
    return {}
  }
}

function parseRevision(event: EventText, body: Body): number | undefined {
  if (typeof body.revision === 'number') return body.revision
  return /^\d+$/.test(event.lastEventId) ? Number(event.lastEventId) : undefined
}

export function parseInitialState(event: EventText, since: number | null): InitialState {
  const body = parseBody(event)
  return {
    unread_count: parseNumber(body.unread_count),
    revision: parseNumber(body.revision),
    resync: body.resync === true,
    since,
  }
}

const actions: readonly unknown[] = ['new', 'read', 'deleted', 'unread_count']

export function parseChange(event: EventText): InboxChange | null {
  const body = parseBody(event)
  if (!actions.includes(body.action)) return null
  const notification = body.notification as NotificationRead | undefined
  return {
    action: body.action as InboxChange['action'],
    notification: typeof notification?.id === 'string' ? notification : undefined,
    ids: Array.isArray(body.ids) ? body.ids.map(String) : undefined,
    all: body.all === true,
    unread_count: parseNumber(body.unread_count),
    revision: parseRevision(event, body),
    resync: body.resync === true,
  }
}

const hintKinds: readonly unknown[] = ['entry', 'read', 'typing', 'handling']

export function parseHint(event: EventText): ConversationHint | null {
  const body = parseBody(event)
  if (typeof body.order_id !== 'string' || !hintKinds.includes(body.kind)) return null
  return {
    order_id: body.order_id,
    kind: body.kind as ConversationHint['kind'],
    side: typeof body.side === 'string' ? body.side : undefined,
    name: typeof body.name === 'string' ? body.name : undefined,
  }
}
