// The visitor has got something of use here: a calculation, a request that was taken. Only then may the
// site ask for something itself, such as to be installed.

import { read, write } from './storage.ts'

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
