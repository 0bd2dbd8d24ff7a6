// Back closes an open menu, sign-in dialog or sheet before it leaves the page (LeaveGuard.tsx).

import { useEffect, useEffectEvent } from 'react'

/** Close functions of open parts, the topmost last. */
const closeFunctions: (() => void)[] = []

export const isAnythingOpen = () => closeFunctions.length > 0

export const closeTopmost = () => closeFunctions.at(-1)?.()

/** While the component is rendered, Back calls `onClose`. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closeThis = () => close()
    closeFunctions.push(closeThis)
    return () => {
      closeFunctions.splice(closeFunctions.indexOf(closeThis), 1)
    }
  }, [])
}
