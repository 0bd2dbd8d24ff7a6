import { describeProblem } from '../api/problem.ts'
import { Note } from '../ui/Note.tsx'

type Props = { error: unknown; fallback: string; className?: string }

/** The error of an action as a note; nothing without an error. */
export function ActionErrorNote({ error, fallback, className }: Props) {
  if (!error) return null
  return (
    <Note tone="bad" role="alert" className={className}>
      {describeProblem(error, fallback)}
    </Note>
  )
}
