// The popover of the bell: the state of the connection and the five most recent notifications.

import { Link } from 'react-router'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { bellLimits as limits } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { bell, stream } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ConnectionTag } from './ConnectionTag.tsx'
import { newestQuery, useGetInboxQuery } from './inboxApi.ts'
import { listOpened, selectInbox } from './inboxSlice.ts'
import { useInboxStates } from './inboxStates.tsx'
import { reconnectStream } from './live.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useOpenNotification } from './useOpenNotification.ts'

export function BellPopover({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch()
  const { isFailureClosed } = useAppSelector(selectInbox)
  const query = useGetInboxQuery(newestQuery)
  return (
    <>
      <div className="nt-popover-head">
        <h2>{bell.name}</h2>
        <ConnectionTag />
      </div>
      {isFailureClosed && <StreamError />}
      <QueryView {...useInboxStates()} query={query} skeleton={<RecentSkeleton />}>
        {({ notifications }) => (
          <RecentNotifications notifications={notifications} onClose={onClose} />
        )}
      </QueryView>
      <Link
        className="nt-all"
        to={pages.notifications}
        onClick={(event) => {
          // With a modifier key the browser opens the page of the list in a new tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onClose()
          dispatch(listOpened())
        }}
      >
        {bell.all(query.data?.total)}
      </Link>
    </>
  )
}

type RecentProps = { notifications: readonly NotificationRead[]; onClose: () => void }

function RecentNotifications({ notifications, onClose }: RecentProps) {
  const open = useOpenNotification(onClose)
  const recent = notifications.slice(0, limits.recent)
  if (recent.length === 0)
    return (
      <div className="nt-none">
        <EmptyState title={bell.emptyTitle} as="p">
          {bell.empty}
        </EmptyState>
      </div>
    )
  return (
    <ul className="nt-list">
      {recent.map((notification) => (
        <NotificationRow
          key={notification.id}
          brief
          notification={notification}
          onOpen={() => open(notification)}
        />
      ))}
    </ul>
  )
}

function RecentSkeleton() {
  return (
    <Loading>
      <ul className="nt-list">
        {['80%', '64%', '72%', '56%', '68%'].map((width) => (
          <li key={width} className="nt-row is-brief">
            <i className="nt-pip" />
            <div className="nt-text">
              <Skeleton width={width} />
              <Skeleton width="90%" height="0.75em" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}

/** The problem of the stream, shown in the bell after its toast was closed. */
function StreamError() {
  const t = useText()
  const { failure } = useAppSelector(selectInbox)
  if (!failure) return null
  return (
    <div className="stack-12 nt-error">
      <Note tone="bad">{t(stream[failure])}</Note>
      {failure === 'unreachable' && (
        <Button variant="line" small onClick={reconnectStream}>
          {stream.retry}
        </Button>
      )}
    </div>
  )
}
