// The state of the live stream and a test event, for the diagnostics page.

import { useEffect, useState } from 'react'
import { describeProblem } from '../../api/problem.ts'
import { selectIsAdmin, selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { liveStream } from '../../shared/limits.ts'
import { debug } from '../../shared/texts/debug.ts'
import { stream } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import '../../ui/Properties.css'
import { ConnectionTag } from './ConnectionTag.tsx'
import { useTestStreamMutation } from './inboxApi.ts'
import { changeReceived, selectInbox } from './inboxSlice.ts'
import { isLeadingTab, reconnectStream } from './live.ts'

const texts = debug.stream

export function StreamProbe() {
  const t = useText()
  const { failure, revision, unread } = useAppSelector(selectInbox)
  return (
    <>
      <dl className="ui-properties">
        <dt>{texts.state}</dt>
        <dd>
          <ConnectionTag />
        </dd>
        <dt>{texts.role}</dt>
        <dd>{isLeadingTab() ? texts.leading : texts.following}</dd>
        <dt>{texts.revision}</dt>
        <dd className="num">{revision ?? '—'}</dd>
        <dt>{texts.unread}</dt>
        <dd className="num">{unread}</dd>
      </dl>
      {failure && <Note tone="bad">{t(stream[failure])}</Note>}
      <StreamTest />
    </>
  )
}

type PendingTest = { id: string; sentAt: number } | null

function StreamTest() {
  const dispatch = useAppDispatch()
  const user = useAppSelector(selectUser)
  const isAdmin = useAppSelector(selectIsAdmin)
  const { raisedIds, connection } = useAppSelector(selectInbox)
  const [test, testing] = useTestStreamMutation()
  const [pendingTest, setPendingTest] = useState<PendingTest>(null)
  const [outcome, setOutcome] = useState<string | null>(null)

  useEffect(() => {
    if (!pendingTest) return
    if (raisedIds.includes(pendingTest.id)) {
      setOutcome(texts.arrived(Math.round(performance.now() - pendingTest.sentAt)))
      setPendingTest(null)
      return
    }
    const timer = setTimeout(() => {
      setOutcome(texts.lost)
      setPendingTest(null)
    }, liveStream.trial)
    return () => clearTimeout(timer)
  }, [pendingTest, raisedIds])

  async function testServer() {
    const sentAt = performance.now()
    setOutcome(null)
    const answer = await test({
      type: 'system',
      title: texts.testTitle,
      message: texts.testMessage,
    })
    if (answer.data?.notification) setPendingTest({ id: answer.data.notification.id, sentAt })
    else if (answer.error) setOutcome(describeProblem(answer.error, texts.failed))
  }

  function showSample() {
    const id = crypto.randomUUID()
    const notification = {
      id,
      type: 'system',
      title: texts.testTitle,
      message: texts.testMessage,
      // The sample is not stored in the inbox, so it cannot be marked as read.
      is_read: true,
      read_at: null,
      created_at: new Date().toISOString(),
      user_id: user?.id ?? '',
      data: {},
      priority: 'low' as const,
      autoClose: true,
      duration: 0,
      actions: [],
    }
    dispatch(changeReceived({ change: { action: 'new', notification }, isMissed: false }))
    setOutcome(texts.drawn)
  }

  return (
    <>
      <div className="btns">
        <Button
          variant="line"
          small
          pendingLabel={(testing.isLoading || pendingTest !== null) && texts.testing}
          onClick={isAdmin ? testServer : showSample}
        >
          {texts.test}
        </Button>
        {connection !== 'connected' && (
          <Button variant="text" small onClick={reconnectStream}>
            {texts.reconnect}
          </Button>
        )}
      </div>
      <p role="status" className="s ink2">
        {outcome}
      </p>
    </>
  )
}
