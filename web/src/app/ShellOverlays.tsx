// Overlays of the page. None of them is needed before the page is hydrated.

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { selectIsBlocked, selectSessionStatus, selectUser } from '../api/sessionSlice.ts'
import { PageProgress } from '../features/shell/PageProgress.tsx'
import { lazyWithRetry } from '../platform/lazyWithRetry.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { accountErased, pages } from '../shared/paths.ts'
import { ShellSlot } from '../shared/ShellSlot.tsx'
import { selectSessionBanner } from '../shared/sessionBannerSlice.ts'
import { selectSignIn, signInClosed } from '../shared/signInSlice.ts'
import { useFocusKeeper } from '../ui/useFocusKeeper.ts'
import { useAppDispatch, useAppSelector } from './hooks.ts'
import { prefetchPages } from './prefetchPages.ts'

const AuthDialog = lazyWithRetry(() => import('../features/auth/signIn/AuthDialog.tsx'))
const TokenBanner = lazyWithRetry(() => import('../features/auth/TokenBanner.tsx'))
const RemovalBanner = lazyWithRetry(() => import('../features/auth/RemovalBanner.tsx'))
const ErasedAccountBanner = lazyWithRetry(() => import('../features/auth/ErasedAccountBanner.tsx'))
const UpdatePrompt = lazyWithRetry(() => import('../features/updates/UpdatePrompt.tsx'))
const AppInstall = lazyWithRetry(() => import('../features/pwa/AppInstall.tsx'))
const TeamPresence = lazyWithRetry(() => import('../features/team/TeamPresence.tsx'))
const LiveNotifications = lazyWithRetry(
  () => import('../features/notifications/LiveNotifications.tsx'),
)

export default function ShellOverlays() {
  useEffect(() => {
    // A failed download is ignored: only a page that the browser translates needs this code.
    import('../platform/pageTranslation.ts').then(
      ({ surviveTranslation }) => surviveTranslation(),
      () => undefined,
    )
  }, [])
  useEffect(prefetchPages, [])
  return (
    <>
      <PageProgress />
      <LeaveGuard />
      <FocusKeeper />
      <SignInDialog />
      <SessionBanner />
      <FactorRemoval />
      <AccountErasure />
      <Notifications />
      <Updates />
    </>
  )
}

/** On every page: moves the focus when the focused element is removed or disabled. */
function FocusKeeper() {
  useFocusKeeper()
  return null
}

export function SignInDialog() {
  const { isOpen } = useAppSelector(selectSignIn)
  const isChecking = useAppSelector((state) => selectSessionStatus(state) === 'unknown')
  const [isShown, setShown] = useState(false)
  const dispatch = useAppDispatch()
  // A button may be pressed while the session is still being checked: the dialog waits for the
  // result. Once the dialog is shown, a later check leaves it open.
  const shouldShow = isOpen && (isShown || !isChecking)
  if (shouldShow !== isShown) setShown(shouldShow)
  if (!shouldShow) return null
  // The error closes the dialog, so the next press of the button opens it again.
  return (
    <ShellSlot name="sign-in dialog" onError={() => dispatch(signInClosed())}>
      <AuthDialog />
    </ShellSlot>
  )
}

function SessionBanner() {
  const banner = useAppSelector(selectSessionBanner)
  if (!banner) return null
  return (
    <ShellSlot name="session banner">
      <TokenBanner {...banner} />
    </ShellSlot>
  )
}

function FactorRemoval() {
  const removalAt = useAppSelector((state) => selectUser(state)?.factor_removal_at)
  const hasSessionBanner = useAppSelector((state) => selectSessionBanner(state) !== null)
  const { pathname } = useLocation()
  // The security page itself shows the pending removal beside the factors.
  if (!removalAt || hasSessionBanner || pathname === pages.dashboardSecurity) return null
  return (
    <ShellSlot name="factor removal">
      <RemovalBanner at={removalAt} />
    </ShellSlot>
  )
}

/** Says after the deletion of the account that it happened. */
export function AccountErasure() {
  const { state } = useLocation()
  if (state !== accountErased) return null
  return (
    <ShellSlot name="account erasure">
      <ErasedAccountBanner />
    </ShellSlot>
  )
}

function Notifications() {
  const isSignedIn = useAppSelector((state) => selectUser(state) !== null)
  const isBlocked = useAppSelector(selectIsBlocked)
  if (!isSignedIn || isBlocked) return null
  return (
    <>
      <ShellSlot name="notifications">
        <LiveNotifications />
      </ShellSlot>
      <ShellSlot name="team presence">
        <TeamPresence />
      </ShellSlot>
    </>
  )
}

function Updates() {
  return (
    <>
      <ShellSlot name="update prompt">
        <UpdatePrompt />
      </ShellSlot>
      <ShellSlot name="app install">
        <AppInstall />
      </ShellSlot>
    </>
  )
}
