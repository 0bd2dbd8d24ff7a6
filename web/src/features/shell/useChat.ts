// The live chat. It loads some seconds after the page; until then, or when it fails, the
// contact link is shown.

import { useEffect, useState } from 'react'
import { chatDelay } from '../../app/limits.ts'
import type { SiteSettings } from '../../app/settings.ts'
import { loadScript, startThirdParty } from '../../app/thirdParty.ts'
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
