// Back closes an open menu, sign-in dialog or sheet before it leaves the page (LeaveGuard.tsx).

import { useEffect, useEffectEvent } from 'react'

/** Close functions of open parts, the topmost last. */
const open: (() => void)[] = []

export const isAnythingOpen = () => open.length > 0

export const closeTopmost = () => open.at(-1)?.()

/** While the component is rendered, Back calls `onClose`. */
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
