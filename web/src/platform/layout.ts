// The current layout, for different behaviour only; styles adapt by themselves
// (scripts/mobileLayout.mjs). Prerendered pages are 'desktop' until hydration.

import { useSyncExternalStore } from 'react'

export type Layout = 'desktop' | 'mobile'

function subscribe(changed: () => void) {
  const watcher = new MutationObserver(changed)
  watcher.observe(document.documentElement, { attributeFilter: ['data-layout'] })
  return () => watcher.disconnect()
}

const readLayout = (): Layout =>
  document.documentElement.dataset.layout === 'mobile' ? 'mobile' : 'desktop'

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, readLayout, () => 'desktop')
}
