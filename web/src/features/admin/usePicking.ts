// Choosing several rows of a list, and what is told of the deed that was done with them.

import { useState } from 'react'
import type { Item } from './section.ts'

export type Told = {
  tone: 'ok' | 'warn' | 'bad'
  text: string
  undo?: { label: string; act: () => void }
}

export type Picking<Row> = {
  /** Those of the rows in sight; what went with another page is no longer chosen. */
  chosen: Row[]
  isChosen: (id: string) => boolean
  pick: (id: string, isPicked: boolean) => void
  pickAll: (isPicked: boolean) => void
  told: Told | null
  /** Stands until the next choice; what was done is no longer chosen. */
  tell: (told: Told | null, done?: readonly string[]) => void
}

export function usePicking<Row extends Item>(rows: readonly Row[]): Picking<Row> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<Told | null>(null)
  return {
    chosen: rows.filter(({ id }) => picked.has(id)),
    isChosen: (id) => picked.has(id),
    pick: (id, isPicked) => {
      setPicked((before) => {
        const next = new Set(before)
        if (isPicked) next.add(id)
        else next.delete(id)
        return next
      })
      setTold(null)
    },
    pickAll: (isPicked) => {
      setPicked(new Set(isPicked ? rows.map(({ id }) => id) : []))
      setTold(null)
    },
    told,
    tell: (next, done = []) => {
      setPicked((before) => new Set([...before].filter((id) => !done.includes(id))))
      setTold(next)
    },
  }
}
