import { beforeEach, describe, expect, it } from 'vitest'
import { customerSignedOut } from '../../api/sessionActions.ts'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { makeStore } from '../../app/store.ts'
import { applyChange, type Inbox } from './inboxApi.ts'
import {
  caughtUp,
  changeReceived,
  countReceived,
  initialStateReceived,
  selectInbox,
  streamChanged,
  toastClosed,
} from './inboxSlice.ts'
import { formatBriefTime, formatFullTime } from './NotificationRow.tsx'
import type { InboxChange } from './parseStreamEvent.ts'

function makeNotification(id: string, type = 'system'): NotificationRead {
  return {
    id,
    type,
    title: `Новость ${id}`,
    message: 'Текст',
    is_read: false,
    read_at: null,
    created_at: '2026-11-20T10:00:00Z',
    user_id: 'anna',
    data: {},
    priority: 'low',
    autoClose: true,
    duration: 5000,
    actions: [],
  }
}

const arrival = (id: string, revision?: number): InboxChange => ({
  action: 'new',
  notification: makeNotification(id),
  unread_count: 1,
  revision,
})

let store: ReturnType<typeof makeStore>
const inbox = () => selectInbox(store.getState())
const receive = (change: InboxChange, { isMissed = false } = {}) =>
  store.dispatch(changeReceived({ change, isMissed }))

beforeEach(() => {
  store = makeStore()
})

describe('the counter', () => {
  it('ignores counters of older revisions', () => {
    store.dispatch(countReceived({ unread_count: 5, revision: 9 }))
    store.dispatch(countReceived({ unread_count: 4, revision: 8 }))
    expect(inbox().unread).toBe(5)
    store.dispatch(initialStateReceived({ unread_count: 3, revision: 10, since: null }))
    expect(inbox()).toMatchObject({ unread: 3, revision: 10 })
  })

  it('accepts counters without a revision', () => {
    store.dispatch(countReceived({ unread_count: 2 }))
    expect(inbox()).toMatchObject({ unread: 2, revision: null })
  })

  it('is reset when the user signs out', () => {
    store.dispatch(countReceived({ unread_count: 5, revision: 9 }))
    receive(arrival('a', 10))
    store.dispatch(customerSignedOut())
    expect(inbox()).toMatchObject({ unread: 0, revision: null, toasts: [] })
  })
})

describe('toasts', () => {
  it('appear once for each notification, however often it is received', () => {
    receive(arrival('a', 1))
    receive(arrival('a', 1))
    store.dispatch(toastClosed('a'))
    receive(arrival('a', 1))
    expect(inbox().toasts).toEqual([])
  })

  it('disappear when the notification is read or deleted elsewhere', () => {
    for (const id of ['a', 'b', 'c']) receive(arrival(id))
    receive({ action: 'read', ids: ['a'] })
    receive({ action: 'deleted', ids: ['c'] })
    expect(inbox().toasts.map((toast) => toast.id)).toEqual(['b'])
    receive({ action: 'deleted', all: true })
    expect(inbox().toasts).toEqual([])
  })

  it('appear one by one for a few missed notifications, as one summary for many', () => {
    for (const id of ['a', 'b']) receive(arrival(id), { isMissed: true })
    expect(inbox().toasts).toEqual([])
    store.dispatch(caughtUp())
    expect(inbox().toasts).toHaveLength(2)
    const types = ['booking', 'payment', 'system', 'payment', 'promotion', 'booking']
    for (const [i, type] of types.entries())
      receive(
        { action: 'new', notification: { ...makeNotification(`m${i}`), type } },
        { isMissed: true },
      )
    store.dispatch(caughtUp())
    expect(inbox()).toMatchObject({ away: { count: 6, important: { id: 'm3' } } })
    expect(inbox().toasts).toHaveLength(2)
  })
})

describe('a closed stream error', () => {
  it('is shown again when it occurs again', () => {
    store.dispatch(streamChanged({ connection: 'error', failure: 'unreachable' }))
    store.dispatch({ type: 'inbox/failureClosed' })
    expect(inbox().isFailureClosed).toBe(true)
    store.dispatch(streamChanged({ connection: 'connecting', failure: null }))
    store.dispatch(streamChanged({ connection: 'error', failure: 'unreachable' }))
    expect(inbox().isFailureClosed).toBe(false)
  })
})

describe('a change in a list', () => {
  const makeList = (revision?: number): Inbox => ({
    notifications: [makeNotification('b'), makeNotification('a')],
    unread_count: 2,
    total: 2,
    revision,
  })

  it('adds a new notification at the top unless the list has it', () => {
    const cached = makeList(4)
    expect(applyChange(cached, { ...arrival('c', 5), unread_count: 3 })).toBe(true)
    expect(cached.notifications.map((cachedRow) => cachedRow.id)).toEqual(['c', 'b', 'a'])
    expect(cached).toMatchObject({ total: 3, unread_count: 3, revision: 5 })
    expect(applyChange(cached, arrival('c', 6))).toBe(true)
    expect(cached.total).toBe(3)
  })

  it('is skipped if the list already has it, and refused if an earlier change is missing', () => {
    const cached = makeList(4)
    expect(applyChange(cached, arrival('x', 4))).toBe(true)
    expect(cached.notifications).toHaveLength(2)
    expect(applyChange(cached, arrival('x', 6))).toBe(false)
    expect(cached.notifications).toHaveLength(2)
  })

  it('marks as read and deletes by id, or all', () => {
    const cached = makeList()
    applyChange(cached, { action: 'read', ids: ['a'], unread_count: 1 })
    expect(cached.notifications.map((cachedRow) => cachedRow.is_read)).toEqual([false, true])
    applyChange(cached, { action: 'deleted', ids: ['b'] })
    expect(cached).toMatchObject({ total: 1 })
    applyChange(cached, { action: 'deleted', all: true, unread_count: 0 })
    expect(cached).toMatchObject({ notifications: [], total: 0, unread_count: 0 })
  })
})

describe('the time of a notification', () => {
  it('is shown as Н/Д if it is invalid', () => {
    for (const moment of ['', 'вчера', null, undefined])
      expect([formatBriefTime(moment as string), formatFullTime(moment as string)]).toEqual([
        'Н/Д',
        'Н/Д',
      ])
  })

  it('is shown without a date on the same day', () => {
    const now = new Date().toISOString()
    expect(formatBriefTime(now)).toMatch(/^\d\d:\d\d$/)
    expect(formatFullTime(now)).toMatch(/^сегодня, \d\d:\d\d$/)
  })
})
