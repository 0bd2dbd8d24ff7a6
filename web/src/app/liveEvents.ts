// What the live stream tells the rest of the web: a fact has reached this person, so lists that show
// it are out of date.

import { createAction } from '@reduxjs/toolkit'
import type { NotificationRead } from './wire/notifications.ts'

export const notificationArrived = createAction<NotificationRead>('live/notificationArrived')

/** The entity of the fact (`content.order.advanced`) → what the cached lists about it are tagged with. */
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

export type LiveTag = (typeof tagsByEntity)[keyof typeof tagsByEntity][number]

export function tagsForNotification(notification: NotificationRead): readonly LiveTag[] {
  const event: unknown = notification.data?.event
  const entity = typeof event === 'string' ? event.split('.')[1] : undefined
  return entity && Object.hasOwn(tagsByEntity, entity)
    ? tagsByEntity[entity as keyof typeof tagsByEntity]
    : []
}
