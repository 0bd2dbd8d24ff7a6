// The visitor has got something of use here: a calculation, a request that was taken. Only then may the
// site ask for something itself, such as to be installed.

import { read, write } from './storage.ts'

const key = 'value_seen'
const heard = 'valueseen'

export function noteValue(): void {
  write(key, 'true')
  dispatchEvent(new Event(heard))
}

export const hasSeenValue = () => read(key) === 'true'

export function onValueSeen(hear: () => void): () => void {
  addEventListener(heard, hear)
  return () => removeEventListener(heard, hear)
}
