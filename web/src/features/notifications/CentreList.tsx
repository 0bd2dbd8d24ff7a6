// One page of the notification centre: selecting rows, and actions on the selected rows or on one row.

import { useRef, useState } from 'react'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { disambiguate } from '../../lib/disambiguate.ts'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { findLatestError } from '../../shared/latestError.ts'
import { useRowSelection } from '../../shared/list/useRowSelection.ts'
import { centre, confirmations, lists } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import {
  useMarkReadMutation,
  useMarkSelectionReadMutation,
  useRemoveMutation,
  useRemoveSelectionMutation,
} from './inboxApi.ts'
import { formatFullTime, NotificationRow } from './NotificationRow.tsx'
import { useOpenNotification } from './useOpenNotification.ts'

/** The notifications that the confirmation dialog will delete: one, or the selected ones. */
type PendingRemoval = { id: string } | 'selected' | null

export function CentreList({ notifications }: { notifications: readonly NotificationRead[] }) {
  const t = useText()
  const [pendingRemoval, setPendingRemoval] = useState<PendingRemoval>(null)
  const [markSelectedRead, marking] = useMarkSelectionReadMutation()
  const [removeSelected, removing] = useRemoveSelectionMutation()
  const [markRead, markingOne] = useMarkReadMutation()
  const [remove, removingOne] = useRemoveMutation()
  const open = useOpenNotification()
  const listHeading = useRef<HTMLHeadingElement>(null)
  const selection = useRowSelection(notifications)
  const selected = selection.selected.map(({ id }) => id)
  const notificationName = disambiguate(notifications, (notification) => notification.title, [
    (notification) => formatFullTime(notification.created_at),
    (notification) => notification.message,
  ])
  const error = findLatestError(marking, removing, markingOne, removingOne)

  async function confirmRemoval() {
    if (pendingRemoval === 'selected') {
      const answer = await removeSelected(selected)
      if (answer.data) selection.toggleAll(false)
    } else if (pendingRemoval) await remove(pendingRemoval.id)
    setPendingRemoval(null)
  }

  return (
    <>
      <div className="row-wrap nt-bulk">
        <Checkbox
          label={centre.selectPage}
          checked={selected.length === notifications.length}
          indeterminate={selected.length > 0 && selected.length < notifications.length}
          onChange={(event) => selection.toggleAll(event.target.checked)}
        />
        <span className="s mute num" role="status">
          {selected.length > 0 && centre.selected(selected.length)}
        </span>
        <span className="nt-bulk-actions">
          <Button
            variant="text"
            small
            disabled={selected.length === 0 || marking.isLoading}
            onClick={async () => {
              const answer = await markSelectedRead(selected)
              if (answer.data) selection.toggleAll(false)
            }}
          >
            {centre.readSelected}
          </Button>
          <Button
            variant="text"
            small
            disabled={selected.length === 0}
            onClick={() => setPendingRemoval('selected')}
          >
            {centre.removeSelected}
          </Button>
        </span>
      </div>
      <ActionErrorNote error={error} fallback={lists.changeFailed} className="nt-change-failed" />
      <h2 className="sr" ref={listHeading}>
        {centre.list}
      </h2>
      <ul className="nt-list" aria-label={centre.list}>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={() => open(notification)}
            checkbox={
              <Checkbox
                hideLabel
                label={centre.select(notificationName(notification))}
                checked={selection.isSelected(notification.id)}
                onChange={(event) => selection.toggle(notification.id, event.target.checked)}
              />
            }
            tools={
              <>
                {!notification.is_read && (
                  <IconButton
                    icon={icons.check}
                    label={centre.readOne}
                    onClick={() => void markRead(notification.id)}
                  />
                )}
                <IconButton
                  icon={icons.trash}
                  label={centre.removeOne}
                  onClick={() => setPendingRemoval({ id: notification.id })}
                />
              </>
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={pendingRemoval !== null}
        restoreFocusTo={listHeading}
        title={t(pendingRemoval === 'selected' ? confirmations.selected : confirmations.one)}
        pendingLabel={(removing.isLoading || removingOne.isLoading) && confirmations.deleting}
        onConfirm={confirmRemoval}
        onCancel={() => setPendingRemoval(null)}
      />
    </>
  )
}
