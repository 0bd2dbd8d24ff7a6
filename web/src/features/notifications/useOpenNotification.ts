import type { NotificationRead } from '../../api/wire/notifications.ts'
import { useMarkReadMutation } from './inboxApi.ts'

/** Marks a notification as read when it is opened. If the request fails, the next opening repeats it. */
export function useOpenNotification(
  /** Called when the notification navigates to another page, to close overlays. */
  onLeave?: () => void,
): (notification: NotificationRead) => void {
  const [markRead] = useMarkReadMutation()
  return (notification) => {
    if (!notification.is_read) void markRead(notification.id)
    if (notification.data?.link) onLeave?.()
  }
}
