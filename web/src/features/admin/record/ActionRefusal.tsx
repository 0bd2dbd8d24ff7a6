// The error of an action on a record. The record is read again after a 409, and the fresh one may have no place for the
// form: the order is cancelled, the payment is closed. The refusal is then said outside of the record.

import { useEffect, useRef } from 'react'
import { isProblem, isStaleVersion } from '../../../api/problem.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Note } from '../../../ui/Note.tsx'
import { announceRefusal } from '../doneNoticeStore.ts'
import { describeRecordProblem } from './describeRecordProblem.ts'

const isConflict = (error: unknown) => isProblem(error) && error.status === 409

function describeRefusal(error: unknown, fallback: string): string {
  if (isStaleVersion(error)) return adminList.staleAction
  return describeRecordProblem(error, fallback)
}

type Props = { error: unknown; fallback: string }

export function ActionRefusal({ error, fallback }: Props) {
  const lastConflict = useRef<{ text: string; page: string } | null>(null)
  useEffect(() => {
    lastConflict.current = isConflict(error)
      ? { text: describeRefusal(error, fallback), page: window.location.href }
      : null
  }, [error, fallback])
  useEffect(
    () => () => {
      const conflict = lastConflict.current
      // Another record or section was opened: the refusal was read and left.
      if (conflict?.page === window.location.href) announceRefusal(conflict.text)
    },
    [],
  )
  if (!error) return null
  return (
    <Note tone={isStaleVersion(error) ? 'warn' : 'bad'} role="alert">
      {describeRefusal(error, fallback)}
    </Note>
  )
}
