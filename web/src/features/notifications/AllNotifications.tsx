// The dialog with all notifications: the newest ones, then a further part at each press.

import { useState } from 'react'
import { Link } from 'react-router'
import { useAppDispatch } from '../../app/hooks.ts'
import { useBackCloses } from '../../shared/backCloses.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { notificationLists } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { bell, lists, allNotifications as texts } from '../../shared/texts/notifications.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InboxActions } from './InboxActions.tsx'
import { type Inbox, newestQuery, useGetInboxQuery } from './inboxApi.ts'
import { listClosed } from './inboxSlice.ts'
import { useInboxStates } from './inboxStates.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { useOpenNotification } from './useOpenNotification.ts'

export default function AllNotifications() {
  const dispatch = useAppDispatch()
  const close = () => dispatch(listClosed())
  useBackCloses(close)
  return (
    <Dialog open onClose={close} title={texts.title} size="medium" fullOnPhone>
      <ErrorBoundary title={lists.boundary}>
        <NotificationList onClose={close} />
      </ErrorBoundary>
    </Dialog>
  )
}

function NotificationList({ onClose }: { onClose: () => void }) {
  return (
    <QueryView {...useInboxStates()} query={useGetInboxQuery(newestQuery)}>
      {(data) => <LoadedNotifications data={data} onClose={onClose} />}
    </QueryView>
  )
}

function LoadedNotifications({ data, onClose }: { data: Inbox; onClose: () => void }) {
  const [extraPages, setExtraPages] = useState(0)
  if (data.total === 0)
    return (
      <EmptyState title={bell.emptyTitle} as="p">
        {bell.empty}
      </EmptyState>
    )
  const offsets = Array.from({ length: extraPages }, (_, page) => computeOffset(page))
  const shown = Math.min(
    data.total,
    extraPages > 0 ? computeOffset(extraPages) : data.notifications.length,
  )
  return (
    <>
      <InboxActions total={data.total} unread={data.unread_count} />
      <NotificationRows query={newestQuery} onClose={onClose} />
      {offsets.map((offset) => (
        <NotificationRows
          key={offset}
          query={{ limit: notificationLists.loadMorePage, offset }}
          onClose={onClose}
        />
      ))}
      <div className="row-wrap nt-list-foot">
        <span className="s mute num">{texts.shown(shown, data.total)}</span>
        {shown < data.total && (
          <Button variant="line" small onClick={() => setExtraPages((count) => count + 1)}>
            {texts.more}
          </Button>
        )}
        <Link to={pages.notifications} className="s" onClick={onClose}>
          {texts.centre}
        </Link>
      </div>
    </>
  )
}

const computeOffset = (page: number) => newestQuery.limit + page * notificationLists.loadMorePage

type NotificationRowsProps = { query: { limit: number; offset: number }; onClose: () => void }

function NotificationRows({ query, onClose }: NotificationRowsProps) {
  const open = useOpenNotification(onClose)
  return (
    <QueryView {...useInboxStates()} query={useGetInboxQuery(query)}>
      {({ notifications }) => (
        <ul className="nt-list">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onOpen={() => open(notification)}
            />
          ))}
        </ul>
      )}
    </QueryView>
  )
}
