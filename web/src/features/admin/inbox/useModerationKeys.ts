// The keys that only the moderation queue has: A approves, R rejects, Z undoes.

import { useShortcuts } from '../shortcuts.ts'

type KeyHandlers<Row> = {
  onApprove: (row: Row) => void
  onReject: (row: Row) => void
  onUndo: () => void
}

export function useModerationKeys<Row>(current: Row | undefined, handlers: KeyHandlers<Row>) {
  useShortcuts((key) => {
    // Undo works with an empty list too, because the last decision may have been a mistake.
    if (key === 'Z') handlers.onUndo()
    else if (key === 'A' && current) handlers.onApprove(current)
    // Rejecting moves the focus to an empty reason field. The handled key is not typed into that field.
    else if (key === 'R' && current) handlers.onReject(current)
    else return false
    return true
  })
}
