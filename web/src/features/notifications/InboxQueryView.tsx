import type { ReactNode } from 'react'
import { QueryView, type QueryViewProps } from '../../shared/QueryView.tsx'
import { lists } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = Pick<QueryViewProps<Data>, 'query' | 'children'> & { skeleton?: ReactNode }

/** The states of a query for notifications. The skeleton sets `aria-busy` itself. */
export function InboxQueryView<Data>(props: Props<Data>) {
  const t = useText()
  return (
    <QueryView
      errorTitle={t(lists.failed)}
      errorHint={lists.failedReason}
      renderError={(_error, note) => <div className="stack-12 nt-error">{note}</div>}
      isSkeletonBusy
      skeleton={<NotificationListSkeleton />}
      {...props}
    />
  )
}

/** Skeleton rows of the size of notification rows. */
export function NotificationListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Loading>
      <ul className="nt-list">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
          <li key={row} className="nt-row">
            <i className="nt-pip" />
            <div className="nt-text">
              <Skeleton width={`${32 + ((row * 17) % 30)}%`} />
              <Skeleton width={`${50 + ((row * 13) % 28)}%`} />
            </div>
            <Skeleton width={84} height="0.75em" />
          </li>
        ))}
      </ul>
    </Loading>
  )
}
