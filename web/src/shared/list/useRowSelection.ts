// Row selection of a list, and the message about the last action on the rows.

import { useState } from 'react'

export type SelectionOutcome = {
  tone: 'ok' | 'warn' | 'bad'
  text: string
  /** `seconds`: how long it is offered. Without `seconds` it has no time limit. */
  undo?: { label: string; onUndo: () => void; seconds?: number }
}

export type RowSelection<Row> = {
  /** Selected rows of the current page. A page change deselects the others. */
  selected: Row[]
  isSelected: (id: string) => boolean
  toggle: (id: string, isSelected: boolean) => void
  toggleAll: (isSelected: boolean) => void
  outcome: SelectionOutcome | null
  /** Shows a message until the selection changes, and deselects the rows with the ids `done`. */
  setOutcome: (outcome: SelectionOutcome | null, done?: readonly string[]) => void
}

export function useRowSelection<Row extends { id: string }>(
  rows: readonly Row[],
): RowSelection<Row> {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [outcome, storeOutcome] = useState<SelectionOutcome | null>(null)
  return {
    selected: rows.filter(({ id }) => selectedIds.has(id)),
    isSelected: (id) => selectedIds.has(id),
    toggle: (id, isSelected) => {
      setSelectedIds((before) => {
        const next = new Set(before)
        if (isSelected) next.add(id)
        else next.delete(id)
        return next
      })
      storeOutcome(null)
    },
    toggleAll: (isSelected) => {
      setSelectedIds(new Set(isSelected ? rows.map(({ id }) => id) : []))
      storeOutcome(null)
    },
    outcome,
    setOutcome: (next, done = []) => {
      setSelectedIds((before) => new Set([...before].filter((id) => !done.includes(id))))
      storeOutcome(next)
    },
  }
}
