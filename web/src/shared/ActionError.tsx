import { problemText, requestIdOf } from '../api/problem.ts'
import { classes } from '../ui/classes.ts'

type Props = {
  /** The error of a request, or a text of our own. */
  error: unknown
  /** The text of an error without a message of the server. */
  fallback?: string
  className?: string
}

/** Why a request failed, beside the form or the button that sent it; nothing without an error. */
export function ActionError({ error, fallback = '', className }: Props) {
  if (!error) return null
  return (
    <p role="alert" className={classes('failure', className)} data-request-id={requestIdOf(error)}>
      {typeof error === 'string' ? error : problemText(error, fallback)}
    </p>
  )
}
