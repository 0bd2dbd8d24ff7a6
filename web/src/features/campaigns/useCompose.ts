// The state of the campaign form: the draft, sending it once, sending a test, and undo.

import { useState } from 'react'
import { campaign as limits } from '../../app/limits.ts'
import { isProblem } from '../../app/problem.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import {
  useCancelCampaignMutation,
  usePreviewAudienceQuery,
  useSendCampaignMutation,
  useTestMessageMutation,
} from './campaignsApi.ts'
import {
  type Draft,
  type DraftProblems,
  emptyDraft,
  scheduledTime,
  toAudience,
  toMessage,
  validateDraft,
} from './draft.ts'

/** The result of the last action. */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'sent'; campaign: CampaignRead; draft: Draft; isUndoable: boolean }
  | { kind: 'tested' }
  | { kind: 'undone' }
  | { kind: 'undoFailed' }
  | { kind: 'failed'; error: unknown }

export function useAudiencePreview(draft: Draft) {
  const audience = toAudience(draft)
  const request = { audience: audience ?? {}, type: draft.type }
  return usePreviewAudienceQuery(request, {
    skip: audience === null,
    refetchOnMountOrArgChange: 30,
  })
}

export function useCompose() {
  const [draft, setDraft] = useState(emptyDraft)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const [isConfirming, setConfirming] = useState(false)
  // The idempotency key of the message: a second press or a repeated request sends it once only.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [send, sending] = useSendCampaignMutation()
  const [test, testing] = useTestMessageMutation()
  const [cancel, undoing] = useCancelCampaignMutation()
  const { currentData: audience } = useAudiencePreview(draft)
  const recipients = audience?.recipients ?? 0

  function change(changed: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...changed }))
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))),
    )
    setKey(crypto.randomUUID())
    if (outcome.kind !== 'sent') setOutcome({ kind: 'none' })
  }

  function validate(): boolean {
    const found = validateDraft(draft, new Date())
    setProblems(found)
    if (Object.keys(found).length === 0) return true
    setAttempt((count) => count + 1)
    return false
  }

  function showError(error: unknown) {
    const fieldProblems = isProblem(error) ? error.errors : undefined
    if (fieldProblems)
      setProblems(Object.fromEntries(fieldProblems.map((one) => [one.field, one.message])))
    setOutcome({ kind: 'failed', error })
  }

  const dispatch = useSingleFlight(async () => {
    setConfirming(false)
    const target = toAudience(draft)
    if (!target) return
    const scheduledAt = scheduledTime(draft, recipients, new Date())
    const answer = await send({
      ...toMessage(draft),
      audience: target,
      scheduled_at: scheduledAt?.toISOString(),
      idempotency_key: key,
    })
    if (!answer.data) {
      showError(answer.error)
      return
    }
    const isUndoable = scheduledAt !== null && !draft.isLater
    setOutcome({ kind: 'sent', campaign: answer.data.campaign, draft, isUndoable })
    if (!isUndoable) clearDraft(draft)
  })

  /** Empties the form after sending, unless the text was changed since: then it is the next message. */
  function clearDraft(sent: Draft) {
    const { audience, people } = sent
    setDraft((now) => (now === sent ? { ...emptyDraft, audience, people } : now))
    setKey(crypto.randomUUID())
  }

  function submit() {
    if (!validate()) return
    if (recipients >= limits.confirmFrom) setConfirming(true)
    else void dispatch()
  }

  const sendTest = useSingleFlight(async () => {
    if (!validate()) return
    const answer = await test(toMessage(draft))
    if (answer.error) showError(answer.error)
    else setOutcome({ kind: 'tested' })
  })

  const undo = useSingleFlight(async (campaign: CampaignRead) => {
    const answer = await cancel(campaign.id)
    setOutcome({ kind: answer.error ? 'undoFailed' : 'undone' })
    if (!answer.error) setKey(crypto.randomUUID())
  })

  /** The 30 seconds of undo are over. */
  function finishUndoPeriod(sent: Draft) {
    setOutcome((before) => (before.kind === 'sent' ? { ...before, isUndoable: false } : before))
    clearDraft(sent)
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
    isConfirming,
    cancelConfirmation: () => setConfirming(false),
    sendTest,
    undo,
    finishUndoPeriod,
    isSending: sending.isLoading,
    isTesting: testing.isLoading,
    isUndoing: undoing.isLoading,
  }
}

export type Compose = ReturnType<typeof useCompose>
