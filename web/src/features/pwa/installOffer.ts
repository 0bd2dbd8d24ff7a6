// When the site may offer its installation: the browser supports it, the visitor has used the site,
// and has not declined within the last three months. Browsers on iPhones have no install event, so the
// steps of a manual installation are shown.

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isAppleTouch } from '../../platform/appleTouch.ts'
import type { InstallEvent } from '../../platform/bootGlobals.ts'
import { read, write } from '../../platform/storage.ts'
import { hasEngaged, onEngagement, recordEngagement } from '../../shared/engagement.ts'
import { installRefusalDays, installWorthPages } from '../../shared/limits.ts'

const refusedKey = 'install_refused'
const dayMs = 86_400_000

function wasRefused(): boolean {
  const at = Date.parse(read(refusedKey) ?? '')
  return Number.isFinite(at) && Date.now() - at < installRefusalDays * dayMs
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** A third page counts as engagement. */
function useEngagementByPages() {
  const { pathname } = useLocation()
  const [seen] = useState(() => new Set<string>())
  useEffect(() => {
    seen.add(pathname)
    if (seen.size >= installWorthPages && !hasEngaged()) recordEngagement()
  }, [pathname, seen])
}

/** The browser's event, `'steps'` for a manual installation, or null. */
function findOffer(): InstallEvent | 'steps' | null {
  if (!hasEngaged() || wasRefused() || isInstalled()) return null
  return window.installOffer ?? (isAppleTouch() ? 'steps' : null)
}

export function useInstallOffer() {
  useEngagementByPages()
  const [offer, setOffer] = useState<InstallEvent | 'steps' | null>(null)
  useEffect(() => {
    const update = () => setOffer(findOffer())
    const handleInstalled = () => {
      window.installOffer = undefined
      update()
    }
    update()
    const unsubscribe = onEngagement(update)
    addEventListener('installoffer', update)
    addEventListener('appinstalled', handleInstalled)
    return () => {
      unsubscribe()
      removeEventListener('installoffer', update)
      removeEventListener('appinstalled', handleInstalled)
    }
  }, [])

  function refuse() {
    write(refusedKey, new Date().toISOString())
    setOffer(null)
  }

  /** The browser's prompt can be used once; the browser remembers the answer. */
  async function accept() {
    if (!offer || offer === 'steps') return
    setOffer(null)
    window.installOffer = undefined
    await offer.prompt()
  }

  return { offer, accept, refuse }
}
