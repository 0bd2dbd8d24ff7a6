// The button 'back' closes an open menu, sign-in dialog or sheet before it leaves the page (LeaveGuard.tsx).

import { useEffect, useEffectEvent } from 'react'

/** What is open, the topmost last. */
const open: (() => void)[] = []

export const isAnythingOpen = () => open.length > 0

export const closeTopmost = () => open.at(-1)?.()

/** Closes this part at a press of 'back' while it is rendered. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closeThis = () => close()
    open.push(closeThis)
    return () => {
      open.splice(open.indexOf(closeThis), 1)
    }
  }, [])
}
