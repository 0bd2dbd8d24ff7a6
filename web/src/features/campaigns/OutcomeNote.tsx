import { useEffect, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { compose as texts } from '../../app/texts/campaigns.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import { dayAndTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import type { Draft } from './draft.ts'
import type { Compose } from './useCompose.ts'

/** What the last press has come to, and the half minute in which it can be taken back. */
export function OutcomeNote({ compose }: { compose: Compose }) {
  const { outcome } = compose
  if (outcome.kind === 'none') return null
  if (outcome.kind === 'failed')
    return (
      <Note tone="bad" role="alert">
        {failureText(outcome.error, texts.failed)}
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
  if (outcome.isUndoable) return <Undo sent={outcome} compose={compose} />
  const isLater = Date.parse(outcome.campaign.scheduled_at) > Date.now()
  return (
    <Note tone="ok" role="status">
      {isLater ? texts.scheduled(dayAndTime(outcome.campaign.scheduled_at)) : texts.sent}
    </Note>
  )
}

type Sent = { campaign: CampaignRead; draft: Draft }

function Undo({ sent, compose }: { sent: Sent; compose: Compose }) {
  const { campaign, draft } = sent
  const goesAt = Date.parse(campaign.scheduled_at)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((goesAt - now) / 1000))
  const { departed } = compose
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it departs once, whatever else is drawn anew.
  useEffect(() => {
    if (left === 0) departed(draft)
  }, [left === 0])
  return (
    <Note tone="info">
      <div className="cp-row">
        <span className="num">{texts.undoLeft(left)}</span>
        <Button
          look="line"
          small
          sending={compose.isUndoing && texts.undoing}
          onClick={() => compose.undo(campaign)}
        >
          {texts.undo}
        </Button>
      </div>
    </Note>
  )
}
