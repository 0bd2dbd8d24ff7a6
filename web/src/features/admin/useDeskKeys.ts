// Letters that walk a list and decide about its current row; they are text while somebody types.

import { useEffect, useEffectEvent } from 'react'

type Deeds<Row> = {
  go: (row: Row) => void
  approve: (row: Row) => void
  reject: (row: Row) => void
  undo: () => void
}

export function useDeskKeys<Row>(
  rows: readonly Row[],
  current: Row | undefined,
  deeds: Deeds<Row>,
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest('input:not([type=checkbox]), textarea, select')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    // The last of them may have been decided too soon as well.
    if (event.code === 'KeyZ') deeds.undo()
    if (!current) return
    // By the place on the keyboard, so that the Russian layout works as well.
    const place = rows.indexOf(current)
    const next = { KeyJ: rows[place + 1], KeyK: rows[place - 1] }[event.code]
    if (next) deeds.go(next)
    if (event.code === 'KeyA') deeds.approve(current)
    if (event.code === 'KeyR') {
      // The letter must not land in the field of the reason, which takes the focus now.
      event.preventDefault()
      deeds.reject(current)
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
