// The button 'back' closes an open menu, sign-in dialog or sheet before it leaves the page.

import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

/** What is open, the topmost last. A router has one blocker, so everything that is open shares it. */
const open: (() => void)[] = []

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

/** Once in the frame of every page. */
export function BackCloses() {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && open.length > 0)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    open.at(-1)?.()
  }, [blocker])
  return null
}
