import { useEffect, useState } from 'react'
import { describeProblem, isProblem } from '../../../api/problem.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { verificationCode } from '../../../shared/limits.ts'
import { code as texts } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'

type SendResult = Promise<{ data?: { retry_after: number }; error?: unknown }>

type Props = {
  send: () => SendResult
  /** The last code was sent earlier, so no delay is needed. */
  wasSentEarlier?: boolean
}

/** Sends the code again, at most once a minute. */
export function Resend({ send, wasSentEarlier }: Props) {
  const [isSending, setSending] = useState(false)
  const { secondsLeft, restart } = useCooldown(wasSentEarlier)
  const [failure, setFailure] = useState('')
  const [isSentAgain, setSentAgain] = useState(false)
  async function resend() {
    setFailure('')
    setSentAgain(false)
    setSending(true)
    const answer = await send()
    setSending(false)
    if (answer.data) {
      restart(answer.data.retry_after)
      setSentAgain(true)
    } else if (isProblem(answer.error) && answer.error.retryAfterSeconds)
      restart(answer.error.retryAfterSeconds)
    else setFailure(describeProblem(answer.error, texts.sendFailed))
  }
  return (
    <div>
      <Button variant="text" disabled={secondsLeft > 0 || isSending} onClick={resend}>
        {secondsLeft > 0 ? texts.resendIn(secondsLeft) : texts.resend}
      </Button>
      <p role="status" className="s">
        {isSentAgain && texts.resent}
      </p>
      <ActionError error={failure} />
    </div>
  )
}

const secondMs = 1000

/** Counts the seconds until another code may be requested, from the time when the last code was sent. */
function useCooldown(wasSentEarlier = false) {
  const [sentAt, setSentAt] = useState(() => (wasSentEarlier ? 0 : Date.now()))
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.floor((now - sentAt) / secondMs)
  return {
    secondsLeft: Math.max(0, verificationCode.resendCooldownSeconds - passed),
    /** Restarts the countdown. `seconds` is the delay that the server requires. */
    restart: (seconds: number = verificationCode.resendCooldownSeconds) => {
      const startedAt = Date.now() - (verificationCode.resendCooldownSeconds - seconds) * secondMs
      setSentAt(startedAt)
      setNow(Date.now())
    },
  }
}
