import { FormSummary } from '../../ui/FormSummary.tsx'
import { ActionError } from '../ActionError.tsx'

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
      <ActionError error={form.failure} fallback={fallback} />
    </>
  )
}
