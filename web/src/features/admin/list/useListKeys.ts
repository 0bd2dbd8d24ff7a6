// The keyboard in every list of the panel. J and K, or the arrows inside the table, move the focus from row
// to row; Enter opens the row, X or Space selects it for bulk changes. At most one row is in the tab order:
// the row that the keys moved to last.

import { type RefObject, useState } from 'react'
import { adminList as texts } from '../../../shared/texts/adminList.ts'
import type { Item } from '../section.ts'
import { useShortcuts } from '../shortcuts.ts'

type Options<Row> = {
  rows: readonly Row[]
  /** The element with the table. */
  table: RefObject<HTMLElement | null>
  /** The open record. */
  openId: string | null
  onOpen?: (row: Row) => void
  /** Selects a row, or deselects it. */
  onSelect?: (row: Row, isSelected: boolean) => void
  isSelected?: (id: string) => boolean
  rowName: (row: Row) => string
  /** Moving to a row also opens it. The keys then move from the open record. */
  opensOnMove?: boolean
}

export const findRow = (table: HTMLElement | null, id: string) =>
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null

const steps: Readonly<Record<string, 1 | -1>> = { J: 1, ArrowDown: 1, K: -1, ArrowUp: -1 }

/**
 * Listens to the keys of a list.
 *
 * `focusRow` is the row in the tab order. `announcement` is read by screen readers: what a key selected, because
 * the focus is on the row and not on its checkbox.
 */
export function useListKeys<Row extends Item>(options: Options<Row>) {
  const { rows, table, openId, onOpen, onSelect, opensOnMove = false } = options
  const [focusRow, setFocusRow] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')

  function move(step: 1 | -1, focusedId: string | null): boolean {
    const fromId = opensOnMove ? openId : (focusedId ?? focusRow ?? openId)
    const index = rows.findIndex(({ id }) => id === fromId)
    const next = index < 0 ? rows[0] : rows[index + step]
    if (!next) return focusedId !== null
    setFocusRow(next.id)
    const element = findRow(table.current, next.id)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
    if (opensOnMove) onOpen?.(next)
    return true
  }

  function select(id: string | null): boolean {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row || !onSelect) return false
    const isSelected = !options.isSelected?.(row.id)
    onSelect(row, isSelected)
    const name = options.rowName(row)
    setAnnouncement(isSelected ? texts.keySelected(name) : texts.keyDeselected(name))
    return true
  }

  useShortcuts((key, { target }) => {
    const focusedElement =
      target instanceof Element && table.current?.contains(target)
        ? target.closest<HTMLElement>('[data-row]')
        : null
    const focusedId = focusedElement?.dataset.row ?? null
    // Outside the table the arrows scroll the page.
    if (key.startsWith('Arrow') && focusedId === null) return false
    const step = steps[key]
    if (step) return move(step, focusedId)
    if (key === 'X') return select(focusedId ?? (opensOnMove ? openId : null))
    // A button or checkbox of the row handles its own Enter and Space.
    if (focusedElement === null || focusedElement !== target) return false
    if (key === 'Space') return select(focusedId)
    const row = rows.find(({ id }) => id === focusedId)
    if (key !== 'Enter' || !row || !onOpen) return false
    onOpen(row)
    return true
  })
  return { focusRow, announcement }
}
