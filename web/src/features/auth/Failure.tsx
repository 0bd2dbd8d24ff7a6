import { problemText, isProblem, requestIdOf } from '../../app/problem.ts'
import { FormSummary } from '../../ui/FormSummary'
import type { BotCheck } from './useBotCheck.ts'

type Props = {
  problems: { field: string; message: string }[]
  attempt: number
  failure: unknown
  otherwise: string
  check?: BotCheck
}

/** What was asked for has been done since. */
const isPassed = (check: BotCheck, failure: unknown) =>
  !check.isOpen && isProblem(failure) && failure.code === 'bot_check_required'

/** Above a form: what is wrong with its fields, or why the call failed. */
export function Failure({ problems, attempt, failure, otherwise, check }: Props) {
  if (problems.length > 0) {
    return attempt > 0 ? <FormSummary problems={problems} attempt={attempt} /> : null
  }
  if (!failure || (check && isPassed(check, failure))) return null
  return (
    <p role="alert" className="auth-failure" data-request-id={requestIdOf(failure)}>
      {problemText(failure, otherwise)}
    </p>
  )
}
