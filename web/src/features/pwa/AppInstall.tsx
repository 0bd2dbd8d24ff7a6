import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { env } from '../../platform/env.ts'
import { useLayout } from '../../platform/layout.ts'
import { install } from '../../shared/texts/pwa.ts'
import { Button } from '../../ui/Button.tsx'
import { CornerNote } from '../../ui/CornerNote.tsx'
import { useInstallOffer } from './installOffer.ts'

export default function AppInstall() {
  const { offer, accept, refuse } = useInstallOffer()
  useEffect(registerWorker, [])
  const isPriceCovered = useCoversPrice()
  if (!offer || isPriceCovered) return null
  const isByHand = offer === 'steps'
  return (
    <CornerNote title={install.title} text={isByHand ? install.steps : install.reason}>
      {!isByHand && (
        <Button small onClick={accept}>
          {install.accept}
        </Button>
      )}
      <Button small variant="text" onClick={refuse}>
        {install.refuse}
      </Button>
    </CornerNote>
  )
}

/** On a phone the offer covers a third of the screen, so it waits while the page is about a price. */
function useCoversPrice(): boolean {
  const { pathname } = useLocation()
  return useLayout() === 'mobile' && /^\/(cars|services|calc|compare)\b/.test(pathname)
}

/** The time between the load of the page and the registration (ms). */
const registrationDelay = 2000

/**
 * Registers the service worker after everything that the page needs has loaded. If the browser has no
 * service workers or refuses this one, the site works without it.
 */
function registerWorker(): void {
  if (env.isDevelopment || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  // Right after the load, the installation of the worker would compete with hydration.
  const registerLater = () => setTimeout(register, registrationDelay)
  if (document.readyState === 'complete') registerLater()
  else addEventListener('load', registerLater, { once: true })
}
