import { useState } from 'react'
import { isProblem, problemText } from '../../app/problem.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { useCooldown } from './useCooldown.ts'

type Sent = Promise<{ data?: { retry_after: number }; error?: unknown }>

/** Sends the code again, at most once a minute. */
export function Resend({ send }: { send: () => Sent }) {
  const [isSending, setSending] = useState(false)
  const { left, restart } = useCooldown()
  const [failure, setFailure] = useState('')
  async function again() {
    setFailure('')
    setSending(true)
    const answer = await send()
    setSending(false)
    if (answer.data) restart(answer.data.retry_after)
    else if (isProblem(answer.error) && answer.error.retryAfterSeconds)
      restart(answer.error.retryAfterSeconds)
    else setFailure(problemText(answer.error, texts.sendFailed))
  }
  return (
    <div>
      <Button variant="text" disabled={left > 0 || isSending} onClick={again}>
        {left > 0 ? texts.resendIn(left) : texts.resend}
      </Button>
      {failure && (
        <p role="alert" className="failure">
          {failure}
        </p>
      )}
    </div>
  )
}
