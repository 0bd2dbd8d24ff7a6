// Converts a Web Push message of the notifications service, {id, type, title, message, url}, to a
// browser notification with a page that a click opens.

type PushNotification = {
  title: string
  options: NotificationOptions & { data: { url: string } }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a path of this site: the given one, or else the path of the notification centre. */
function readPath(url: unknown): string {
  const path = toText(url)
  return /^\/(?![/\\])/.test(path) ? path : '/notifications'
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Browsers require that every message is shown, so an unreadable one becomes a generic notification. */
export function parsePushMessage(text: string): PushNotification {
  const message = parseObject(text)
  return {
    title: toText(message.title) || 'Новое уведомление',
    options: {
      body: toText(message.message),
      // The same notification sent again replaces the first one.
      tag: toText(message.id) || 'news',
      lang: 'ru',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      requireInteraction: message.type === 'security',
      data: { url: readPath(message.url) },
    },
  }
}
