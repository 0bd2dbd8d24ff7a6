// Fills the slots of the shell with other features. This is the only place where they meet.

import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Shell } from '../features/shell/Shell.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useAppDispatch, useAppSelector } from './hooks.ts'
import { lazyWithRetry } from './lazyWithRetry.ts'
import { logLater } from './logLater.ts'
import { useRemovePrerenderedHead } from './prerenderedHead.ts'
import { selectSessionBanner } from './sessionBannerSlice.ts'
import { selectIsBlocked, selectUser } from './sessionSlice.ts'
import { selectSignIn, signInClosed } from './signInSlice.ts'

const AuthDialog = lazyWithRetry(() => import('../features/auth/AuthDialog.tsx'))
const TokenBanner = lazyWithRetry(() => import('../features/auth/TokenBanner.tsx'))
const Bell = lazyWithRetry(() => import('../features/notifications/Bell.tsx'))
const UpdatePrompt = lazyWithRetry(() => import('../features/updates/UpdatePrompt.tsx'))
const AppInstall = lazyWithRetry(() => import('../features/pwa/AppInstall.tsx'))
const TeamPresence = lazyWithRetry(() => import('../features/team/TeamPresence.tsx'))
const LiveNotifications = lazyWithRetry(
  () => import('../features/notifications/LiveNotifications.tsx'),
)

export function ShellFrame({ children }: { children: ReactNode }) {
  useRemovePrerenderedHead()
  return (
    <Shell bell={<BellInHeader />} over={<Overlays />} onError={(error) => logLater('page', error)}>
      {children}
    </Shell>
  )
}

function BellInHeader() {
  return (
    <ShellSlot name="bell" fallback={<span className="ui-iconbtn" />}>
      <Bell />
    </ShellSlot>
  )
}

function Overlays() {
  return (
    <>
      <SignInDialog />
      <SessionBanner />
      <Notifications />
      <Updates />
    </>
  )
}

function SignInDialog() {
  const { isOpen } = useAppSelector(selectSignIn)
  const dispatch = useAppDispatch()
  if (!isOpen) return null
  // Closed after an error, so that the next press of the button opens it again.
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

/** Rendered after hydration: not needed for the first paint, and the first check is 30 seconds later. */
function Updates() {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!isHydrated) return null
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

// One slot of the shell: an error in it leaves out this part and is logged; the page stays. Another page tries again.

type Props = {
  /** Names the part in the log. */
  name: string
  fallback?: ReactNode
  onError?: () => void
  children: ReactNode
}

function ShellSlot({ name, fallback = null, onError, children }: Props) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      quiet
      resetKey={pathname}
      onError={(error) => {
        logLater(name, error)
        onError?.()
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
