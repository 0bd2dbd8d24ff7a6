// State of the campaign form: the draft, a single sending, a test message, and undo.

import { useState } from 'react'
import type { CampaignRead } from '../../api/wire/notifications.ts'
import { readDraft, saveDraft } from '../../shared/form/draft.ts'
import { useForm } from '../../shared/form/useForm.ts'
import { campaign as limits } from '../../shared/limits.ts'
import { useSingleFlight } from '../../shared/useSingleFlight.ts'
import {
  useCancelCampaignMutation,
  useGetStatsQuery,
  usePreviewAudienceQuery,
  useSendCampaignMutation,
  useTestMessageMutation,
} from './campaignsApi.ts'
import {
  computeSendingTime,
  type Draft,
  emptyDraft,
  listOfferedChannels,
  toAudience,
  toMessageSend,
  validateDraft,
} from './draft.ts'

/** The result of the last action. */
export type SendOutcome =
  | { kind: 'none' }
  | { kind: 'sent'; campaign: CampaignRead; draft: Draft; isUndoable: boolean }
  | { kind: 'tested' }
  | { kind: 'undone' }
  | { kind: 'undoFailed' }
  | { kind: 'failed'; error: unknown }

export function useOfferedChannels() {
  const { data } = useGetStatsQuery()
  return listOfferedChannels(data)
}

export function useAudiencePreview(draft: Draft) {
  const audience = toAudience(draft)
  const channels = useOfferedChannels()
  const request = { audience: audience ?? {}, type: draft.type, channels }
  return usePreviewAudienceQuery(request, {
    skip: audience === null,
    refetchOnMountOrArgChange: 30,
  })
}

const draftKey = 'campaign_draft'
const idempotencyKeyOfDraft = `${draftKey} key`

/**
 * The idempotency key of the message, so that a second press or a retry sends it only once, also after a crash of the
 * tab. The second value replaces it.
 */
function useIdempotencyKey() {
  const [key, setKey] = useState<string>(
    () => readDraft(idempotencyKeyOfDraft, { key: '' }).key ?? crypto.randomUUID(),
  )
  function renew() {
    const next = crypto.randomUUID()
    setKey(next)
    saveDraft(idempotencyKeyOfDraft, { key: next }, { key: '' })
  }
  return [key, renew] as const
}

export function useCompose() {
  const [outcome, setOutcome] = useState<SendOutcome>({ kind: 'none' })
  const [key, renewKey] = useIdempotencyKey()
  const [send] = useSendCampaignMutation()
  const [test, testing] = useTestMessageMutation()
  const [cancel, undoing] = useCancelCampaignMutation()
  const form = useForm<Draft>({
    initial: emptyDraft,
    // The form keeps its recipients after a message was sent, but a reloaded form has none. A draft without them would
    // be sent to everybody.
    draftKey,
    draftBase: emptyDraft,
    // Leaving the page asks for a confirmation only if text was typed; the rest is quick to select again.
    unsent: ({ title, message, link }) => (title || message || link ? 'asks' : 'nothing'),
    check: (draft) => validateDraft(draft, new Date()),
    needsConfirmation: () => recipients >= limits.confirmFromRecipients,
    send: sendCampaign,
    onChange: () => {
      renewKey()
      if (outcome.kind !== 'sent') setOutcome({ kind: 'none' })
    },
  })
  const draft = form.values
  const { currentData: audiencePreview } = useAudiencePreview(draft)
  const recipients = audiencePreview?.recipients ?? 0

  async function sendCampaign(submitted: Draft) {
    const scheduledAt = computeSendingTime(submitted, recipients, new Date())
    const answer = await send({
      ...toMessageSend(submitted),
      audience: toAudience(submitted) ?? {},
      scheduled_at: scheduledAt?.toISOString(),
      idempotency_key: key,
    })
    if (!answer.data) {
      setOutcome({ kind: 'failed', error: answer.error })
      return { error: answer.error }
    }
    const isUndoable = scheduledAt !== null && !submitted.isLater
    setOutcome({ kind: 'sent', campaign: answer.data.campaign, draft: submitted, isUndoable })
    if (isUndoable) return {}
    renewKey()
    return { next: clearMessage(submitted) }
  }

  const sendTest = useSingleFlight(async () => {
    if (!form.validate()) return
    const { error } = await test(toMessageSend(draft))
    if (error) form.showError(error)
    setOutcome(error ? { kind: 'failed', error } : { kind: 'tested' })
  })

  const undo = useSingleFlight(async (campaign: CampaignRead) => {
    const answer = await cancel(campaign.id)
    setOutcome({ kind: answer.error ? 'undoFailed' : 'undone' })
    if (answer.error) return
    renewKey()
    form.unsend()
  })

  /** Ends the 30 seconds of undo. The message is cleared, unless the user has already changed it. */
  function finishUndoPeriod(sent: Draft) {
    setOutcome((before) => (before.kind === 'sent' ? { ...before, isUndoable: false } : before))
    if (draft === sent) form.reset(clearMessage(sent))
    renewKey()
  }

  return {
    form,
    outcome,
    recipients,
    sendTest,
    undo,
    finishUndoPeriod,
    isTesting: testing.isLoading,
    isUndoing: undoing.isLoading,
  }
}

/** After sending, the form keeps the recipients, because the next message often goes to the same people. */
const clearMessage = ({ audience, people }: Draft): Draft => ({ ...emptyDraft, audience, people })

export type CampaignComposer = ReturnType<typeof useCompose>
