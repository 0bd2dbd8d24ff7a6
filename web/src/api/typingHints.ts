// Who is typing in the conversations of this page. A hint holds for a few seconds and is then forgotten.

export type TypingHint = { side: string; name: string }

const shownMs = 6000
const hints = new Map<string, TypingHint>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

export function noteTyping(order: string, hint: TypingHint): void {
  clearTimeout(timers.get(order))
  hints.set(order, hint)
  timers.set(
    order,
    setTimeout(() => forgetTyping(order), shownMs),
  )
  notify()
}

/** The message has come, so nobody types it any more. */
export function forgetTyping(order: string): void {
  clearTimeout(timers.get(order))
  if (hints.delete(order)) notify()
}

export function subscribeTyping(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getTypingHint = (order: string): TypingHint | undefined => hints.get(order)
