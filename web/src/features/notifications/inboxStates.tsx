import type { ReactNode } from 'react'
import { lists } from '../../shared/texts/notifications.ts'
import { useText } from '../../shared/texts/text.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** QueryView properties of a notification list that is loading or has failed. */
export function useInboxStates() {
  const t = useText()
  return {
    errorTitle: t(lists.failed),
    errorHint: lists.failedReason,
    renderError: (_error: unknown, note: ReactNode) => (
      <div className="stack-12 nt-error">{note}</div>
    ),
    skeleton: <NotificationListSkeleton />,
    isSkeletonBusy: true,
  }
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
