// A notification from the live stream: cached lists of the changed entity are outdated.

import { api } from './api.ts'
import type { NotificationRead } from './wire/notifications.ts'

/** Tags of the cached lists by the entity of an event (`content.order.advanced`). */
const tagsByEntity = {
  order: ['Order', 'Payment'],
  message: ['Conversation'],
  booking: ['Booking'],
  request: ['Request', 'Booking'],
  payment: ['Payment', 'Order', 'Reservation'],
  reservation: ['Reservation', 'Payment', 'Order', 'Car'],
  comment: ['Comment'],
  contact: ['Contact'],
  favorite: ['Favorite', 'Car'],
  saved_search: ['SavedSearch', 'Car'],
  price_limit: ['PriceLimit', 'Favorite', 'Car'],
  post: ['Post'],
  incident: ['Incident', 'Status'],
  maintenance: ['Maintenance', 'Status'],
  service: ['Status'],
  session: ['Session'],
  password: ['Session'],
  token: ['Session'],
} as const

type LiveTag = (typeof tagsByEntity)[keyof typeof tagsByEntity][number]

function findTagsOfNotification(notification: NotificationRead): readonly LiveTag[] {
  const event: unknown = notification.data?.event
  const entity = typeof event === 'string' ? event.split('.')[1] : undefined
  return entity && Object.hasOwn(tagsByEntity, entity)
    ? tagsByEntity[entity as keyof typeof tagsByEntity]
    : []
}

/** The action that invalidates the lists of the changed entity. Lists that are on the page are loaded again. */
export const refreshAfter = (notification: NotificationRead) =>
  api.util.invalidateTags([...findTagsOfNotification(notification)])
