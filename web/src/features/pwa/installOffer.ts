// When the site may offer to be installed: the browser allows it, the visitor has seen some value, and
// has not said no within the last three months. An iPhone has no such offer; there the steps are told.

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { installRefusalDays, installWorthPages } from '../../app/limits.ts'
import { read, write } from '../../app/storage.ts'
import { hasEngaged, recordEngagement, onEngagement } from '../../app/engagement.ts'

export type InstallEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    installOffer?: InstallEvent
  }
}

const refusedKey = 'install_refused'
const day = 86_400_000

function wasRefused(): boolean {
  const at = Date.parse(read(refusedKey) ?? '')
  return Number.isFinite(at) && Date.now() - at < installRefusalDays * day
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches
const isAppleTouch = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

/** Whoever opens a third page finds the site useful. */
function useWorthByPages() {
  const { pathname } = useLocation()
  const [seen] = useState(() => new Set<string>())
  useEffect(() => {
    seen.add(pathname)
    if (seen.size >= installWorthPages && !hasEngaged()) recordEngagement()
  }, [pathname, seen])
}

/** The browser's offer, `'steps'` where the visitor has to do it by hand, or null. */
function currentOffer(): InstallEvent | 'steps' | null {
  if (!hasEngaged() || wasRefused() || isInstalled()) return null
  return window.installOffer ?? (isAppleTouch() ? 'steps' : null)
}

export function useInstallOffer() {
  useWorthByPages()
  const [offer, setOffer] = useState<InstallEvent | 'steps' | null>(null)
  useEffect(() => {
    const look = () => setOffer(currentOffer())
    const done = () => {
      delete window.installOffer
      look()
    }
    look()
    const forget = onEngagement(look)
    addEventListener('installoffer', look)
    addEventListener('appinstalled', done)
    return () => {
      forget()
      removeEventListener('installoffer', look)
      removeEventListener('appinstalled', done)
    }
  }, [])

  function refuse() {
    write(refusedKey, new Date().toISOString())
    setOffer(null)
  }

  /** The browser asks once for one offer; what was answered to it is the browser's to remember. */
  async function accept() {
    if (!offer || offer === 'steps') return
    setOffer(null)
    delete window.installOffer
    await offer.prompt()
  }

  return { offer, accept, refuse }
}
