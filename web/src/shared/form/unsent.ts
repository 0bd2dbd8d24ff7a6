// Registers data that a component would lose with the page (platform/unsentInput.ts).

import { useEffect, useEffectEvent, useRef } from 'react'
import { holdUnsent, type UnsentKind } from '../../platform/unsentInput.ts'

/**
 * Registers typed values that are not sent; null while there are none. The returned function
 * removes them at once, for a form that opens another page after sending. `sentCount` changes when the
 * form was sent, so that values typed meanwhile are registered again. `onDiscard` is called when the user
 * leaves without sending.
 */
export function useUnsent(
  kind: UnsentKind | null,
  sentCount = 0,
  onDiscard = () => {},
): () => void {
  const discard = useEffectEvent(onDiscard)
  const release = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `sentCount`.
  useEffect(() => {
    if (kind === null) return
    release.current = holdUnsent({ kind, discard: () => discard() })
    return release.current
  }, [kind, sentCount])
  return () => release.current()
}

/** Registers an upload. `kind` says whether it continues when another page replaces this one. */
export function useUploading(isUploading: boolean, kind: UnsentKind = 'kept'): void {
  useEffect(
    () => (isUploading ? holdUnsent({ kind, isUpload: true }) : undefined),
    [isUploading, kind],
  )
}
