// The message that an action in the panel is done, or that a colleague was first. It is kept outside the action's
// component, because many actions remove their own button or close their record.

import { useSyncExternalStore } from 'react'

type Notice = { id: number; text: string; isRefusal?: boolean }

let notice: Notice | null = null
let lastId = 0
const listeners = new Set<() => void>()

function setNotice(next: Notice | null): void {
  notice = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows and announces that an action is done. */
export function announceDone(text: string): void {
  lastId += 1
  setNotice({ id: lastId, text })
}

/** Shows and announces that an action was refused, for a form that is no longer there to say it. */
export function announceRefusal(text: string): void {
  lastId += 1
  setNotice({ id: lastId, text, isRefusal: true })
}

/** Hides the message, unless a newer one has replaced it. */
export function hideDone(id: number): void {
  if (notice?.id === id) setNotice(null)
}

export const useDoneNotice = () =>
  useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  )
