import { isProblem, problemText, requestIdOf } from '../../app/problem.ts'
import { FormSummary } from '../../ui/FormSummary'
import type { BotCheck } from './useBotCheck.ts'

type Props = {
  problems: { field: string; message: string }[]
  attempt: number
  failure: unknown
  otherwise: string
  check?: BotCheck
}

/** The bot check that this error asked for has been passed. */
const isCheckPassed = (check: BotCheck, failure: unknown) =>
  !check.isOpen && isProblem(failure) && failure.code === 'bot_check_required'

/** The summary above a form: the problems of its fields, or why the call failed. */
export function FormErrors({ problems, attempt, failure, otherwise, check }: Props) {
  if (problems.length > 0) {
    return attempt > 0 ? <FormSummary problems={problems} attempt={attempt} /> : null
  }
  if (!failure || (check && isCheckPassed(check, failure))) return null
  return (
    <p role="alert" className="auth-failure" data-request-id={requestIdOf(failure)}>
      {problemText(failure, otherwise)}
    </p>
  )
}
