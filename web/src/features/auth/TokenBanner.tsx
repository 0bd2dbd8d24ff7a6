import { useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { renewSession } from '../../app/refresh.ts'
import { sessionRenewed, type Trouble, troubleDismissed } from '../../app/sessionEvents.ts'
import { signInAsked } from '../../app/signInSlice.ts'
import { trouble as texts } from '../../app/texts/auth.ts'
import { useText } from '../../app/texts/text.ts'
import { Button } from '../../ui/Button'
import { Banner } from '../../ui/Note'
import './tokenBanner.css'

/** The session ran out or is not valid: it is renewed where it still can be, else the customer signs in again. */
export default function TokenBanner({ trouble, at }: { trouble: Trouble; at: string }) {
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
    if (renewal === 'ended') dispatch(signInAsked({ next: at }))
  }
  return (
    <div className="auth-trouble">
      <Banner
        tone="warn"
        role="alert"
        action={
          <>
            <Button small look="line" sending={isRefreshing && texts.refreshing} onClick={refresh}>
              {texts.refresh}
            </Button>
            <Button small look="text" onClick={() => dispatch(troubleDismissed())}>
              {texts.dismiss}
            </Button>
          </>
        }
      >
        <p className="strong">{t(texts[trouble])}</p>
        <p>{isStalled ? texts.stalled : t(texts[`${trouble}Text`])}</p>
      </Banner>
    </div>
  )
}
