// The countdown in which a new incident can be cancelled. When the time is over, the service publishes the
// incident, even if the panel is closed. A cancelled incident becomes the draft of a new one.

import { useEffect } from 'react'
import { calls } from '../../../api/calls.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { useListParams } from '../../../shared/list/useListParams.ts'
import { adminStatus } from '../../../shared/texts/adminStatus.ts'
import { useNow } from '../../../shared/useNow.ts'
import { Note } from '../../../ui/Note.tsx'
import { createChange, refreshTags } from '../adminApi.ts'
import { ActionButton } from '../record/ActionButton.tsx'
import { newItemId } from '../record/ItemPanel.tsx'

const tags = ['Incident', 'Status'] as const
const refreshMs = 2000

type Props = { id: string; publishAt: string; keepText: () => void }

export function IncidentUndo({ id, publishAt, keepText }: Props) {
  const { change } = useListParams()
  const dispatch = useAppDispatch()
  const now = useNow(1000, Date.now())
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(publishAt) - now) / 1000))
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (!isOver) return
    const timer = setInterval(() => dispatch(refreshTags(tags)), refreshMs)
    return () => clearInterval(timer)
  }, [isOver, dispatch])
  return (
    <Note>
      <div className="row-wrap ad-row">
        <span>{isOver ? adminStatus.publishing : adminStatus.publishesIn(secondsLeft)}</span>
        <ActionButton
          change={createChange('POST', calls.cancelIncident(id), tags)}
          pendingLabel={adminStatus.undoing}
          failure={adminStatus.undoFailed}
          onDone={() => {
            keepText()
            change({ item: newItemId }, { replace: false })
          }}
        >
          {adminStatus.undo}
        </ActionButton>
      </div>
    </Note>
  )
}
