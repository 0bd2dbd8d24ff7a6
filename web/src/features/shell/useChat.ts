// The live chat. It comes some seconds after the page, and until it is there, or when it never comes, the
// link to write to us stands in its place.

import { useEffect, useState } from 'react'
import { chatDelay } from '../../app/limits.ts'
import { startThirdParty, loadScript } from '../../app/thirdParty.ts'
import type { SiteSettings } from '../../app/settings.ts'
import { chatScript } from './widgets.ts'

export function useChat(widgets: SiteSettings['widgets']): { isThere: boolean } {
  const [isThere, setThere] = useState(false)
  const address = chatScript(widgets)
  useEffect(() => {
    if (!address) return
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = startThirdParty({
        start: loadScript(address),
        onReady: () => setThere(true),
        onFailed: () => setThere(false),
      })
    }, chatDelay)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [address])
  return { isThere }
}
