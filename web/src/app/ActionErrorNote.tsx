import { Note } from '../ui/Note'
import { problemText } from './problem.ts'

type Props = { error: unknown; fallback: string; className?: string }

/** Why an action failed, as a note; nothing without an error. */
export function ActionErrorNote({ error, fallback, className }: Props) {
  if (!error) return null
  return (
    <Note tone="bad" role="alert" className={className}>
      {problemText(error, fallback)}
    </Note>
  )
}
