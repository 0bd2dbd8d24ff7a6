// False while the HTML of the server is taken over, true ever after. That HTML is the same for every
// query string, so the first drawing must not know of one either.

import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
