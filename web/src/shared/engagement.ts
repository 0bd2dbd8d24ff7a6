// Remembers that the visitor made a calculation or sent a request. Only then may the site offer
// something itself, such as its installation.

import { read, write } from '../platform/storage.ts'

const key = 'value_seen'
const eventName = 'valueseen'

export function recordEngagement(): void {
  write(key, 'true')
  dispatchEvent(new Event(eventName))
}

export const hasEngaged = () => read(key) === 'true'

export function onEngagement(listener: () => void): () => void {
  addEventListener(eventName, listener)
  return () => removeEventListener(eventName, listener)
}
