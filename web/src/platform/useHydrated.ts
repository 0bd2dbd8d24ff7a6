// False during hydration, true after it. The prerendered HTML is the same for every query string,
// so the first render must not depend on it.

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
