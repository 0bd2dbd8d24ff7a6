import { useSyncExternalStore } from 'react'
import { shell } from '../../app/texts/shell.ts'
import { Icon } from '../../ui/Icon'

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Above the page, so that the layout does not shift when the network changes. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="sh-offline-place">
      {!isOnline && (
        <p className="sh-offline s">
          <Icon name="offline" />
          {shell.offline}
        </p>
      )}
    </div>
  )
}
