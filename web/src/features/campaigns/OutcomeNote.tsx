import { useEffect } from 'react'
import { describeProblem } from '../../api/problem.ts'
import type { CampaignRead } from '../../api/wire/notifications.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { compose as texts } from '../../shared/texts/campaigns.ts'
import { useNow } from '../../shared/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Draft } from './draft.ts'
import type { CampaignComposer } from './useCompose.ts'

/** Shows the result of the last action, or the countdown in which a campaign can still be undone. */
export function OutcomeNote({ compose }: { compose: CampaignComposer }) {
  const { outcome } = compose
  if (outcome.kind === 'none') return null
  if (outcome.kind === 'failed')
    return (
      <Note tone="bad" role="alert">
        {describeProblem(outcome.error, texts.failed)}
      </Note>
    )
  if (outcome.kind === 'tested')
    return (
      <Note tone="ok" role="status">
        {texts.tested}
      </Note>
    )
  if (outcome.kind === 'undone' || outcome.kind === 'undoFailed')
    return (
      <Note tone={outcome.kind === 'undone' ? 'info' : 'warn'} role="status">
        {texts[outcome.kind]}
      </Note>
    )
  if (outcome.isUndoable) return <UndoNote sent={outcome} compose={compose} />
  const isLater = Date.parse(outcome.campaign.scheduled_at) > Date.now()
  return (
    <Note tone="ok" role="status">
      {isLater ? texts.scheduled(formatDayAndTime(outcome.campaign.scheduled_at)) : texts.sent}
    </Note>
  )
}

type SentCampaign = { campaign: CampaignRead; draft: Draft }

function UndoNote({ sent, compose }: { sent: SentCampaign; compose: CampaignComposer }) {
  const { campaign, draft } = sent
  const sendsAt = Date.parse(campaign.scheduled_at)
  const now = useNow(1000, Date.now())
  const secondsLeft = Math.max(0, Math.ceil((sendsAt - now) / 1000))
  const { finishUndoPeriod } = compose
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the time is over.
  useEffect(() => {
    if (secondsLeft === 0) finishUndoPeriod(draft)
  }, [secondsLeft === 0])
  return (
    <Note tone="info">
      <div className="row-wrap cp-row">
        <span className="num">{texts.undoLeft(secondsLeft)}</span>
        <Button
          variant="line"
          small
          pendingLabel={compose.isUndoing && texts.undoing}
          onClick={() => compose.undo(campaign)}
        >
          {texts.undo}
        </Button>
      </div>
    </Note>
  )
}
