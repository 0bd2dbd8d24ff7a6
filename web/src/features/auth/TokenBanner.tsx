import { useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { renewSession } from '../../app/refresh.ts'
import {
  type SessionProblem,
  sessionBannerDismissed,
  sessionRenewed,
} from '../../app/sessionEvents.ts'
import { signInRequested } from '../../app/signInSlice.ts'
import { sessionBanner as texts } from '../../app/texts/auth.ts'
import { useText } from '../../app/texts/text.ts'
import { Button } from '../../ui/Button'
import { Banner } from '../../ui/Note'
import './tokenBanner.css'

/** The session has expired or is invalid: renew it where possible, otherwise sign in again. */
export default function TokenBanner({ problem, at }: { problem: SessionProblem; at: string }) {
  const t = useText()
  const dispatch = useAppDispatch()
  const [isRefreshing, setRefreshing] = useState(false)
  const [isStalled, setStalled] = useState(false)
  async function refresh() {
    setRefreshing(true)
    const renewal = await renewSession(Date.now())
    setRefreshing(false)
    setStalled(renewal === 'failed')
    if (renewal === 'renewed') dispatch(sessionRenewed())
    if (renewal === 'ended') dispatch(signInRequested({ next: at }))
  }
  return (
    <div className="auth-banner">
      <Banner
        tone="warn"
        role="alert"
        action={
          <>
            <Button
              small
              variant="line"
              pendingLabel={isRefreshing && texts.refreshing}
              onClick={refresh}
            >
              {texts.refresh}
            </Button>
            <Button small variant="text" onClick={() => dispatch(sessionBannerDismissed())}>
              {texts.dismiss}
            </Button>
          </>
        }
      >
        <p className="strong">{t(texts[problem])}</p>
        <p>{isStalled ? texts.stalled : t(texts[`${problem}Text`])}</p>
      </Banner>
    </div>
  )
}
