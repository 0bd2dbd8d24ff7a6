// Fills the slots of the shell with other features. This and ShellOverlays.tsx are the only places where they meet.

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

/** Before hydration there is nothing to show over the page, so their code comes after it. */
function OverlaysWhenHydrated() {
  if (!useHydrated()) return null
  return (
    <ShellSlot name="overlays">
      <Overlays />
    </ShellSlot>
  )
}
