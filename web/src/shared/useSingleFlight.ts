// Two clicks may come before the next render, so a disabled button alone does not prevent a double
// submission.

import { useRef } from 'react'

/** Wraps an async action so that further calls do nothing while it runs. */
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
