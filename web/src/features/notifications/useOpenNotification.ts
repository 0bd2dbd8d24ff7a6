import type { NotificationRead } from '../../app/wire/notifications.ts'
import { useMarkReadMutation } from './inboxApi.ts'

/** Opening a notification reads it; a failed call leaves it unread, and the next opening tries again. */
export function useOpenNotification(): (notification: NotificationRead) => void {
  const [markRead] = useMarkReadMutation()
  return (notification) => {
    if (!notification.is_read) void markRead(notification.id)
  }
}
