// A notification from the live stream: cached lists of the changed entity are outdated.

import { createAction } from '@reduxjs/toolkit'
import type { NotificationRead } from './wire/notifications.ts'

export const notificationArrived = createAction<NotificationRead>('live/notificationArrived')

/** Tags of the cached lists by the entity of an event (`content.order.advanced`). */
const tagsByEntity = {
  order: ['Order', 'Payment'],
  message: ['Conversation'],
  booking: ['Booking'],
  request: ['Request', 'Booking'],
  payment: ['Payment', 'Order'],
  comment: ['Comment'],
  contact: ['Contact'],
  favorite: ['Favorite', 'Car'],
  post: ['Post'],
  incident: ['Incident', 'Status'],
  maintenance: ['Maintenance', 'Status'],
  service: ['Status'],
  session: ['Session'],
  password: ['Session'],
  token: ['Session'],
} as const

type LiveTag = (typeof tagsByEntity)[keyof typeof tagsByEntity][number]

export function tagsForNotification(notification: NotificationRead): readonly LiveTag[] {
  const event: unknown = notification.data?.event
  const entity = typeof event === 'string' ? event.split('.')[1] : undefined
  return entity && Object.hasOwn(tagsByEntity, entity)
    ? tagsByEntity[entity as keyof typeof tagsByEntity]
    : []
}
