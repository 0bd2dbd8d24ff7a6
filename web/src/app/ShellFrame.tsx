// Fills the slots of the shell with features. Only this file and ShellOverlays.tsx combine
// features.

import type { ReactNode } from 'react'
import { Shell } from '../features/shell/Shell.tsx'
import { lazyWithRetry } from '../platform/lazyWithRetry.ts'
import { logLater } from '../platform/logLater.ts'
import { useHydrated } from '../platform/useHydrated.ts'
import { useRemovePrerenderedHead } from '../shared/head/prerenderedHead.ts'
import { ShellSlot } from '../shared/ShellSlot.tsx'

const Bell = lazyWithRetry(() => import('../features/notifications/Bell.tsx'))
const Overlays = lazyWithRetry(() => import('./ShellOverlays.tsx'))

export function ShellFrame({ children }: { children: ReactNode }) {
  useRemovePrerenderedHead()
  return (
    <Shell
      bell={<BellInHeader />}
      over={<OverlaysWhenHydrated />}
      onError={(error) => logLater('page', error)}
    >
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

/** Overlays are never visible before hydration, so their code is loaded after it. */
function OverlaysWhenHydrated() {
  if (!useHydrated()) return null
  return (
    <ShellSlot name="overlays">
      <Overlays />
    </ShellSlot>
  )
}
