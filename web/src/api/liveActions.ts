// A notification from the live stream: the cached lists that show the changed entity are out of date.

import { createAction } from '@reduxjs/toolkit'
import type { NotificationRead } from './wire/notifications.ts'

export const notificationArrived = createAction<NotificationRead>('live/notificationArrived')

/** The entity of the event (`content.order.advanced`) and the tags of the cached lists that show it. */
const tagsByEntity = {
  order: ['Order', 'Payment'],
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
