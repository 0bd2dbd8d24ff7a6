// A page of the centre: choosing, and what is done with the chosen or with a single one.

import { useRef, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { centre, confirmations, lists } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'
import type { NotificationRead } from '../../app/wire/notifications.ts'
import { toldApart } from '../../lib/toldApart'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { IconButton } from '../../ui/IconButton'
import { Note } from '../../ui/Note'
import {
  useMarkReadMutation,
  useMarkSelectionReadMutation,
  useRemoveMutation,
  useRemoveSelectionMutation,
} from './inboxApi.ts'
import { whenFull } from './moments.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useOpenNotification } from './useOpenNotification.ts'

/** What waits for 'Удалить': one, or the chosen ones. */
type Asked = { one: string } | 'chosen' | null

export function CentreList({ notifications }: { notifications: readonly NotificationRead[] }) {
  const t = useText()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>(null)
  const [markChosen, marking] = useMarkSelectionReadMutation()
  const [removeChosen, removing] = useRemoveSelectionMutation()
  const [markRead, markingOne] = useMarkReadMutation()
  const [remove, removingOne] = useRemoveMutation()
  const open = useOpenNotification()
  const list = useRef<HTMLHeadingElement>(null)
  // What has left the page is no longer chosen.
  const chosen = notifications.filter((one) => picked.has(one.id)).map((one) => one.id)
  const nameOf = toldApart(notifications, (one) => one.title, [
    (one) => whenFull(one.created_at),
    (one) => one.message,
  ])
  const error = [marking, removing, markingOne, removingOne].find((call) => call.error)?.error

  function pick(id: string, isPicked: boolean) {
    const next = new Set(chosen)
    if (isPicked) next.add(id)
    else next.delete(id)
    setPicked(next)
  }

  async function confirmed() {
    if (asked === 'chosen') {
      const answer = await removeChosen(chosen)
      if (answer.data) setPicked(new Set())
    } else if (asked) await remove(asked.one)
    setAsked(null)
  }

  return (
    <>
      <div className="nt-bulk">
        <Checkbox
          label={centre.selectPage}
          checked={chosen.length === notifications.length}
          partial={chosen.length > 0 && chosen.length < notifications.length}
          onChange={(event) =>
            setPicked(new Set(event.target.checked ? notifications.map((one) => one.id) : []))
          }
        />
        <span className="s mute num" role="status">
          {chosen.length > 0 && centre.selected(chosen.length)}
        </span>
        <span className="nt-bulk-deeds">
          <Button
            look="text"
            small
            disabled={chosen.length === 0 || marking.isLoading}
            onClick={async () => {
              const answer = await markChosen(chosen)
              if (answer.data) setPicked(new Set())
            }}
          >
            {centre.readSelected}
          </Button>
          <Button
            look="text"
            small
            disabled={chosen.length === 0}
            onClick={() => setAsked('chosen')}
          >
            {centre.removeSelected}
          </Button>
        </span>
      </div>
      {error && (
        <Note tone="bad" role="alert" className="nt-change-failed">
          {failureText(error, lists.changeFailed)}
        </Note>
      )}
      <h2 className="sr" ref={list}>
        {centre.list}
      </h2>
      <ul className="nt-list" aria-label={centre.list}>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={() => open(notification)}
            choice={
              <Checkbox
                hideLabel
                label={centre.select(nameOf(notification))}
                checked={picked.has(notification.id)}
                onChange={(event) => pick(notification.id, event.target.checked)}
              />
            }
            tools={
              <>
                {!notification.is_read && (
                  <IconButton
                    icon="check"
                    label={centre.readOne}
                    onClick={() => void markRead(notification.id)}
                  />
                )}
                <IconButton
                  icon="trash"
                  label={centre.removeOne}
                  onClick={() => setAsked({ one: notification.id })}
                />
              </>
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        near={list}
        title={t(asked === 'chosen' ? confirmations.selected : confirmations.one)}
        sending={(removing.isLoading || removingOne.isLoading) && confirmations.deleting}
        onConfirm={confirmed}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
