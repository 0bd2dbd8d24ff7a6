// Which of the two layouts stands. Styles follow by themselves (scripts/mobileLayout.mjs); this is
// for behaviour that differs. Prerendered pages start as desktop and follow at hydration.

import { useSyncExternalStore } from 'react'

export type Layout = 'desktop' | 'mobile'

function subscribe(changed: () => void) {
  const watcher = new MutationObserver(changed)
  watcher.observe(document.documentElement, { attributeFilter: ['data-layout'] })
  return () => watcher.disconnect()
}

const current = (): Layout =>
  document.documentElement.dataset.layout === 'mobile' ? 'mobile' : 'desktop'

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, current, () => 'desktop')
}
