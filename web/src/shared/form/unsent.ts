// Registers data that a component would lose with the page (platform/unsentInput.ts).

import { useEffect, useEffectEvent, useRef } from 'react'
import { holdUnsent, type UnsentKind } from '../../platform/unsentInput.ts'

/**
 * Registers typed values that are not sent; null while there are none. The returned function
 * removes them at once, for a form that opens another page after sending. `round` is a number that
 * changes when the form was sent, so that values typed meanwhile are registered again.
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

/** Registers an upload. `kind` says whether it continues when another page replaces this one. */
export function useUploading(isUploading: boolean, kind: UnsentKind = 'kept'): void {
  useEffect(
    () => (isUploading ? holdUnsent({ kind, isUpload: true }) : undefined),
    [isUploading, kind],
  )
}
