import { useEffect, useState } from 'react'
import { describeProblem, isProblem } from '../../api/problem.ts'
import { push as texts } from '../../shared/texts/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import {
  useAddPushMutation,
  useLazyGetPushKeyQuery,
  useRemovePushMutation,
} from './preferencesApi.ts'
import { type PushState, readPushState, startPush, stopPush } from './pushSubscription.ts'

export function PushSetting() {
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [getKey] = useLazyGetPushKeyQuery()
  const [add] = useAddPushMutation()
  const [remove] = useRemovePushMutation()

  useEffect(() => {
    void readPushState().then(setState)
  }, [])

  async function turnOn() {
    const { public_key } = await getKey().unwrap()
    const subscription = await startPush(public_key)
    const { endpoint, keys } = subscription ?? {}
    if (!endpoint || !keys?.p256dh || !keys.auth) return
    const answer = await add({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
    if (!answer.error) return
    // The server did not store the subscription. If the browser kept it, push would look enabled, but nothing would
    // arrive.
    await stopPush()
    throw answer.error
  }

  async function turnOff() {
    const endpoint = await stopPush()
    // If this fails, the server removes the dead subscription at the next push.
    if (endpoint) await remove({ endpoint })
  }

  async function run(action: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    await action().catch((error: unknown) =>
      // Without a problem of our API, the browser's own push service has failed.
      setFailure(isProblem(error) ? describeProblem(error, texts.failed) : texts.failedInBrowser),
    )
    setState(await readPushState())
    setBusy(false)
  }

  if (state === null) return null
  return (
    <section className="stack-12 nt-push" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p className="s ink2">{texts[state]}</p>
      {failure && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
      {(state === 'off' || state === 'on') && (
        <Button
          variant="line"
          small
          pendingLabel={isBusy && (state === 'on' ? texts.turningOff : texts.turningOn)}
          onClick={() => run(state === 'on' ? turnOff : turnOn)}
        >
          {state === 'on' ? texts.turnOff : texts.turnOn}
        </Button>
      )}
    </section>
  )
}
