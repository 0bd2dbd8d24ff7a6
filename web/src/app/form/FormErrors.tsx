import { FormSummary } from '../../ui/FormSummary'
import { problemText, requestIdOf } from '../problem.ts'

type FailureProps = { error: unknown; fallback: string; className?: string }

/** Why a request failed, beside the form or the button that sent it; nothing without an error. */
export function FormFailure({ error, fallback, className = '' }: FailureProps) {
  if (!error) return null
  return (
    <p role="alert" className={`failure ${className}`} data-request-id={requestIdOf(error)}>
      {problemText(error, fallback)}
    </p>
  )
}

type Props = {
  form: {
    summary: readonly { field: string; message: string }[]
    attempt: number
    failure: unknown
  }
  /** The text of an error without a message of the server. */
  fallback: string
}

/** What is wrong, above a form: the problems of its fields after an attempt to send it, or why sending failed. */
export function FormErrors({ form, fallback }: Props) {
  return (
    <>
      {form.attempt > 0 && <FormSummary problems={form.summary} attempt={form.attempt} />}
      <FormFailure error={form.failure} fallback={fallback} />
    </>
  )
}
