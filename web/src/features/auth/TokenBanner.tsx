import { useState } from 'react'
import {
  type SessionProblem,
  sessionBannerDismissed,
  sessionRenewed,
} from '../../api/sessionActions.ts'
import { renewSession } from '../../api/sessionRenewal.ts'
import { markBlocked } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppStore } from '../../app/hooks.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { sessionBanner as texts } from '../../shared/texts/auth.ts'
import { useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/Note.tsx'
import './tokenBanner.css'

/** Shown if the session has expired or is invalid. The button renews it, or asks to sign in if the server refuses. */
export default function TokenBanner({ problem, at }: { problem: SessionProblem; at: string }) {
  const t = useText()
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [isRefreshing, setRefreshing] = useState(false)
  const [isStalled, setStalled] = useState(false)
  async function refresh() {
    setRefreshing(true)
    const renewal = await renewSession(Date.now())
    setRefreshing(false)
    setStalled(renewal === 'failed')
    if (renewal === 'renewed') dispatch(sessionRenewed())
    if (renewal === 'blocked') markBlocked(dispatch, store.getState())
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
