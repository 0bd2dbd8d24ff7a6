import { useEffect, useState } from 'react'
import { verificationCode } from '../../app/limits.ts'

const second = 1000

/** Seconds until another code may be requested, from the last one sent. */
export function useCooldown() {
  const [sentAt, setSentAt] = useState(() => Date.now())
  const [now, setNow] = useState(sentAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.floor((now - sentAt) / second)
  return {
    left: Math.max(0, verificationCode.resendCooldownSeconds - passed),
    /** `seconds` where the server named another wait. */
    restart: (seconds: number = verificationCode.resendCooldownSeconds) => {
      const begun = Date.now() - (verificationCode.resendCooldownSeconds - seconds) * second
      setSentAt(begun)
      setNow(Date.now())
    },
  }
}
