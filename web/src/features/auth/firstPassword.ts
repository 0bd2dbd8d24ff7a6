// The initial password of an administrator, and the deadline until which it opens the admin panel.

import { formatDayAndTime } from '../../lib/dates.ts'
import { firstPassword as texts } from '../../shared/texts/security.ts'

export const isOverdue = (until: string, now = new Date()) => new Date(until) <= now

/** Text for the owner: until when the password is valid, or that the panel is already closed. */
export const describeDeadline = (until: string) =>
  isOverdue(until) ? texts.overdue : texts.until(formatDayAndTime(until))
