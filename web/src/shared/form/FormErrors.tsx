import { FormSummary } from '../../ui/FormSummary.tsx'
import { ActionError } from '../ActionError.tsx'

type Props = {
  form: {
    summary: readonly { field: string; message: string }[]
    attempt: number
    failure: unknown
  }
  /** The text for an error without a message of the server. */
  fallback: string
}

/** Errors above a form: invalid fields after an attempt to send it, or the error of sending. */
export function FormErrors({ form, fallback }: Props) {
  return (
    <>
      {form.attempt > 0 && <FormSummary problems={form.summary} attempt={form.attempt} />}
      <ActionError error={form.failure} fallback={fallback} isScrolledTo />
    </>
  )
}
