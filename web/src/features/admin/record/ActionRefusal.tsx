// The error of an action on a record. The record is read again after a 409, and the fresh one may have no place for the
// form: the order is cancelled, the payment is closed. The refusal is then said outside of the record.

import { useEffect, useRef } from 'react'
import { describeProblem, isProblem, isStaleVersion } from '../../../api/problem.ts'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Note } from '../../../ui/Note.tsx'
import { announceRefusal } from '../doneNoticeStore.ts'

const isConflict = (error: unknown) => isProblem(error) && error.status === 409

const describeRefusal = (error: unknown, fallback: string) =>
  isStaleVersion(error) ? adminList.staleAction : describeProblem(error, fallback)

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
  if (!isStaleVersion(error)) return <ActionErrorNote error={error} fallback={fallback} />
  return (
    <Note tone="warn" role="alert">
      {adminList.staleAction}
    </Note>
  )
}
