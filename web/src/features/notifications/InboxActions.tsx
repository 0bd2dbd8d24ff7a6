// Actions on the whole inbox: mark all as read, and delete all after a confirmation.

import { useState } from 'react'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { findLatestError } from '../../shared/latestError.ts'
import { centre, confirmations, lists } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useClearAllMutation, useMarkAllReadMutation } from './inboxApi.ts'

type Props = {
  total: number
  unread: number
  /** Whether the confirmation says that the deletion cannot be undone. */
  isFinal?: boolean
}

export function InboxActions({ total, unread, isFinal }: Props) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  const [readAll, reading] = useMarkAllReadMutation()
  const [clearAll, clearing] = useClearAllMutation()
  const error = findLatestError(reading, clearing)
  return (
    <div className="row-wrap nt-actions">
      <Button
        variant="text"
        small
        disabled={unread === 0 || reading.isLoading}
        onClick={() => void readAll()}
      >
        {centre.readAll}
      </Button>
      <Button variant="text" small disabled={total === 0} onClick={() => setConfirming(true)}>
        {centre.removeAll}
      </Button>
      <ActionErrorNote error={error} fallback={lists.changeFailed} />
      <ConfirmDialog
        open={isConfirming}
        title={t(confirmations.all)}
        description={isFinal ? t(confirmations.allFinal) : undefined}
        pendingLabel={clearing.isLoading && confirmations.deleting}
        onCancel={() => setConfirming(false)}
        onConfirm={async () => {
          await clearAll()
          setConfirming(false)
        }}
      />
    </div>
  )
}
