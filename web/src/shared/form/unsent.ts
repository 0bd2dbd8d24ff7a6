// Registers what a component would lose with the page (platform/unsentInput.ts).

import { useEffect, useEffectEvent, useRef } from 'react'
import { holdUnsent, type UnsentKind } from '../../platform/unsentInput.ts'

/**
 * Typed values that are not sent; null while there are none. Returns a function that takes them off at once, for a form
 * that opens another page when it was sent. `round` is a number that changes when the form was sent: what was typed
 * meanwhile is registered then.
 */
export function useUnsent(
  kind: UnsentKind | null,
  round: number,
  onDiscard: () => void,
): () => void {
  const discard = useEffectEvent(onDiscard)
  const release = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `round`.
  useEffect(() => {
    if (kind === null) return
    release.current = holdUnsent({ kind, discard: () => discard() })
    return release.current
  }, [kind, round])
  return () => release.current()
}

/** An upload; `kind` says whether it goes on when another page takes the place of this one. */
export function useUploading(isUploading: boolean, kind: UnsentKind = 'kept'): void {
  useEffect(
    () => (isUploading ? holdUnsent({ kind, isUpload: true }) : undefined),
    [isUploading, kind],
  )
}
