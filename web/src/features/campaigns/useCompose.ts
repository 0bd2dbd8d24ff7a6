// The state of composing: the draft, sending it once, testing it, and taking it back.

import { useState } from 'react'
import { campaign as limits } from '../../app/limits.ts'
import { isProblem } from '../../app/problem.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import {
  useCancelCampaignMutation,
  usePreviewAudienceQuery,
  useSendCampaignMutation,
  useTestMessageMutation,
} from './campaignsApi.ts'
import {
  audienceOf,
  type Draft,
  type DraftProblems,
  departureOf,
  empty,
  messageOf,
  problemsOf,
} from './draft.ts'

/** What the last press has come to. */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'sent'; campaign: CampaignRead; draft: Draft; isUndoable: boolean }
  | { kind: 'tested' }
  | { kind: 'undone' }
  | { kind: 'undoFailed' }
  | { kind: 'failed'; error: unknown }

export function useAudience(draft: Draft) {
  const audience = audienceOf(draft)
  const asked = { audience: audience ?? {}, type: draft.type }
  return usePreviewAudienceQuery(asked, { skip: audience === null, refetchOnMountOrArgChange: 30 })
}

export function useCompose() {
  const [draft, setDraft] = useState(empty)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const [isAsking, setAsking] = useState(false)
  // One key a message: whatever is pressed twice, also within its half minute, or repeated by a network is sent once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [send, sending] = useSendCampaignMutation()
  const [test, testing] = useTestMessageMutation()
  const [cancel, undoing] = useCancelCampaignMutation()
  const { currentData: audience } = useAudience(draft)
  const recipients = audience?.recipients ?? 0

  function change(changed: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...changed }))
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))),
    )
    setKey(crypto.randomUUID())
    if (outcome.kind !== 'sent') setOutcome({ kind: 'none' })
  }

  function isRight(): boolean {
    const found = problemsOf(draft, new Date())
    setProblems(found)
    if (Object.keys(found).length === 0) return true
    setAttempt((count) => count + 1)
    return false
  }

  function refused(error: unknown) {
    const told = isProblem(error) ? error.errors : undefined
    if (told) setProblems(Object.fromEntries(told.map((one) => [one.field, one.message])))
    setOutcome({ kind: 'failed', error })
  }

  const dispatch = useOnce(async () => {
    setAsking(false)
    const target = audienceOf(draft)
    if (!target) return
    const departure = departureOf(draft, recipients, new Date())
    const answer = await send({
      ...messageOf(draft),
      audience: target,
      scheduled_at: departure?.toISOString(),
      idempotency_key: key,
    })
    if (!answer.data) {
      refused(answer.error)
      return
    }
    const isUndoable = departure !== null && !draft.isLater
    setOutcome({ kind: 'sent', campaign: answer.data.campaign, draft, isUndoable })
    if (!isUndoable) clear(draft)
  })

  /** The text has done its work; one that was changed since is the next message. */
  function clear(sent: Draft) {
    const { audience, people } = sent
    setDraft((now) => (now === sent ? { ...empty, audience, people } : now))
    setKey(crypto.randomUUID())
  }

  function submit() {
    if (!isRight()) return
    if (recipients >= limits.confirmFrom) setAsking(true)
    else void dispatch()
  }

  const tryOnSelf = useOnce(async () => {
    if (!isRight()) return
    const answer = await test(messageOf(draft))
    if (answer.error) refused(answer.error)
    else setOutcome({ kind: 'tested' })
  })

  const undo = useOnce(async (campaign: CampaignRead) => {
    const answer = await cancel(campaign.id)
    setOutcome({ kind: answer.error ? 'undoFailed' : 'undone' })
    if (!answer.error) setKey(crypto.randomUUID())
  })

  /** The half minute is over. */
  function departed(sent: Draft) {
    setOutcome((before) => (before.kind === 'sent' ? { ...before, isUndoable: false } : before))
    clear(sent)
  }

  return {
    draft,
    change,
    problems,
    attempt,
    outcome,
    recipients,
    submit,
    dispatch,
    isAsking,
    stopAsking: () => setAsking(false),
    tryOnSelf,
    undo,
    departed,
    isSending: sending.isLoading,
    isTesting: testing.isLoading,
    isUndoing: undoing.isLoading,
  }
}

export type Compose = ReturnType<typeof useCompose>
