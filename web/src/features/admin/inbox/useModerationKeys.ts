// The keys of the moderation queue beside those of every list: A approves, R rejects, Z undoes.

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
    // The focus moves to the reason field, and the character must not be typed into it.
    else if (key === 'R' && current) handlers.onReject(current)
    else return false
    return true
  })
}
