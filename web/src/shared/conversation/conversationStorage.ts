// Drafts and unsent messages of conversations in the browser's storage. A sign-out removes their one key.

import { conversationsKey } from '../../platform/privateStorage.ts'
import { read, remove, write } from '../../platform/storage.ts'

function readAll(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(read(conversationsKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const readStored = (name: string): unknown => readAll()[name]

/** Undefined removes the value. */
export function writeStored(name: string, value: unknown): void {
  const { [name]: _before, ...others } = readAll()
  const stored = value === undefined ? others : { ...others, [name]: value }
  if (Object.keys(stored).length === 0) remove(conversationsKey)
  else write(conversationsKey, JSON.stringify(stored))
}
