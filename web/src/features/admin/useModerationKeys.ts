// Keyboard shortcuts of the moderation queue. They are ignored in fields and while a dialog is open.

import { useEffect, useEffectEvent } from 'react'

type KeyHandlers<Row> = {
  onMove: (row: Row) => void
  onApprove: (row: Row) => void
  onReject: (row: Row) => void
  onUndo: () => void
}

export function useModerationKeys<Row>(
  rows: readonly Row[],
  current: Row | undefined,
  handlers: KeyHandlers<Row>,
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]), textarea, select')
    // The focus moves into a dialog some frames after it opens.
    const isDialogOpen = document.querySelector('[role$=dialog]') !== null
    if (isInField || isDialogOpen || event.ctrlKey || event.metaKey || event.altKey) return
    // Undo works with an empty list too, because the last decision may have been a mistake.
    if (event.code === 'KeyZ') handlers.onUndo()
    if (!current) return
    // `code` is the physical key, so the shortcuts work with the Russian layout too.
    const index = rows.indexOf(current)
    const next = { KeyJ: rows[index + 1], KeyK: rows[index - 1] }[event.code]
    if (next) handlers.onMove(next)
    if (event.code === 'KeyA') handlers.onApprove(current)
    if (event.code === 'KeyR') {
      // The focus moves to the reason field, and the character must not be typed into it.
      event.preventDefault()
      handlers.onReject(current)
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
