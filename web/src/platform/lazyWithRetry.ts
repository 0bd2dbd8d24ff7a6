// Lazy components whose download can be retried. React's own lazy() remembers a failed download for
// ever; these load again after resetFailedParts().

import { type ComponentType, createElement, lazy } from 'react'
import { waitForNoReload } from './missingCode.ts'

const resets = new Set<() => void>()

/** Called by an error boundary before a retry: failed parts are requested again. */
export function resetFailedParts(): void {
  for (const reset of resets) reset()
  resets.clear()
}

export type LoadedModule<Props = object> = Promise<{ default: ComponentType<Props> }>

/**
 * A lazy component. `load` imports it, after `whenNeeded`. A failed download is retried when there
 * is a network, unless the page is reloaded for it (missingCode.ts).
 */
export function lazyWithRetry<Props extends object>(
  load: () => LoadedModule<Props>,
  whenNeeded?: () => Promise<void>,
): ComponentType<Props> {
  async function loadWithRetry() {
    await whenNeeded?.()
    try {
      return await load()
    } catch {
      await waitForNoReload()
      return load()
    }
  }
  const create = () =>
    lazy(() =>
      loadWithRetry().catch((error: unknown) => {
        resets.add(() => {
          current = create()
        })
        throw error
      }),
    ) as ComponentType<Props>
  let current = create()
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, like lazy().
  return function LazyPart(props: Props) {
    return createElement(current, props)
  }
}
