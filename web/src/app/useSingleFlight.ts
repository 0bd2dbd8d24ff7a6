// Two presses may come before the page is drawn anew, so a disabled button alone lets both through.

import { useRef } from 'react'

/** The deed, one at a time: while it is under way another call of it does nothing. */
export function useSingleFlight<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
) {
  const isUnderWay = useRef(false)
  return async (...args: Args): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await action(...args)
    } finally {
      isUnderWay.current = false
    }
  }
}
