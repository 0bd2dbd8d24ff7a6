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

/** Lies over the page, so that nothing jumps when the network comes and goes. */
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
