// The cars that this browser has chosen for a comparison, by slug. No account is needed.

import { useSyncExternalStore } from 'react'
import { read, remove, write } from '../../platform/storage.ts'
import { parseCompared } from '../compareLink.ts'

const storageKey = 'compared_cars'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab may choose too.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export function setComparedCars(slugs: readonly string[]) {
  if (slugs.length === 0) remove(storageKey)
  else write(storageKey, slugs.join(','))
  for (const listener of listeners) listener()
}

/** The slugs in the order in which the cars were chosen. */
export const useComparedCars = (): string[] =>
  parseCompared(
    useSyncExternalStore(
      subscribe,
      () => read(storageKey) ?? '',
      () => '',
    ),
  )
