import { failureText, requestIdOf } from '../../app/problem.ts'
import { FormSummary } from '../../ui/FormSummary'

type Props = {
  problems: { field: string; message: string }[]
  attempt: number
  failure: unknown
  otherwise: string
}

/** Above a form: what is wrong with its fields, or why the call failed. */
export function Failure({ problems, attempt, failure, otherwise }: Props) {
  if (problems.length > 0) {
    return attempt > 0 ? <FormSummary problems={problems} attempt={attempt} /> : null
  }
  if (!failure) return null
  return (
    <p role="alert" className="auth-failure" data-request-id={requestIdOf(failure)}>
      {failureText(failure, otherwise)}
    </p>
  )
}
