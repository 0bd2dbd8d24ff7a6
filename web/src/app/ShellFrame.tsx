// Fills the slots of the shell with other features: the only place where they meet it.

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Shell } from '../features/shell/Shell.tsx'
import { noteFailure } from './clientLog.ts'
import { useAppSelector } from './hooks.ts'
import { selectIsBlocked, selectUser } from './sessionSlice.ts'
import { selectSignIn } from './signInSlice.ts'
import { steadily } from './steadyImport.ts'
import { selectTrouble } from './troubleSlice.ts'

const AuthDialog = lazy(() => steadily(() => import('../features/auth/AuthDialog.tsx')))
const TokenBanner = lazy(() => steadily(() => import('../features/auth/TokenBanner.tsx')))
const Bell = lazy(() => steadily(() => import('../features/notifications/Bell.tsx')))
const UpdatePrompt = lazy(() => steadily(() => import('../features/updates/UpdatePrompt.tsx')))
const AppInstall = lazy(() => steadily(() => import('../features/pwa/AppInstall.tsx')))
const TeamPresence = lazy(() => steadily(() => import('../features/team/TeamPresence.tsx')))
const LiveNotifications = lazy(() =>
  steadily(() => import('../features/notifications/LiveNotifications.tsx')),
)

export function ShellFrame({ children }: { children: ReactNode }) {
  return (
    <Shell
      bell={<BellInHeader />}
      over={<OverEveryPage />}
      onError={(error) => noteFailure('page', error)}
    >
      {children}
    </Shell>
  )
}

function BellInHeader() {
  return (
    <Suspense fallback={<span className="ui-iconbtn" />}>
      <Bell />
    </Suspense>
  )
}

function OverEveryPage() {
  return (
    <>
      <SignInDialog />
      <SessionTrouble />
      <Notifications />
      <Updates />
    </>
  )
}

function SignInDialog() {
  const { isOpen } = useAppSelector(selectSignIn)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <AuthDialog />
    </Suspense>
  )
}

function SessionTrouble() {
  const trouble = useAppSelector(selectTrouble)
  if (!trouble) return null
  return (
    <Suspense fallback={null}>
      <TokenBanner {...trouble} />
    </Suspense>
  )
}

function Notifications() {
  const isSignedIn = useAppSelector((state) => selectUser(state) !== null)
  const isBlocked = useAppSelector(selectIsBlocked)
  if (!isSignedIn || isBlocked) return null
  return (
    <Suspense fallback={null}>
      <LiveNotifications />
      <TeamPresence />
    </Suspense>
  )
}

/** Nothing of it is needed to draw the page, and its first look is half a minute away. */
function Updates() {
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  if (!isLive) return null
  return (
    <Suspense fallback={null}>
      <UpdatePrompt />
      <AppInstall />
    </Suspense>
  )
}
