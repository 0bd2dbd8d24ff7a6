import { problemText, requestIdOf } from '../api/problem.ts'
import { classes } from '../ui/classes.ts'

type Props = {
  /** The error of a request, or our own text. */
  error: unknown
  /** The text for an error without a message of the server. */
  fallback?: string
  className?: string
}

/** The error of a request beside its form or button; nothing without an error. */
export function ActionError({ error, fallback = '', className }: Props) {
  if (!error) return null
  return (
    <p role="alert" className={classes('failure', className)} data-request-id={requestIdOf(error)}>
      {typeof error === 'string' ? error : problemText(error, fallback)}
    </p>
  )
}
