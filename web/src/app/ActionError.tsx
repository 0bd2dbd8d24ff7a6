import { classes } from '../ui/classes'
import { problemText, requestIdOf } from './problem.ts'

type Props = {
  error: unknown
  /** The text of an error without a message of the server. */
  fallback: string
  className?: string
}

/** Why a request failed, beside the form or the button that sent it; nothing without an error. */
export function ActionError({ error, fallback, className }: Props) {
  if (!error) return null
  return (
    <p role="alert" className={classes('failure', className)} data-request-id={requestIdOf(error)}>
      {problemText(error, fallback)}
    </p>
  )
}
