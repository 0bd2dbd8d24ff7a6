// The password with which an account was installed, and the moment until which it opens the panel.

import { dayAndTime } from '../../lib/dates.ts'
import { firstPassword as texts } from '../../shared/texts/security.ts'

export const isOverdue = (until: string, now = new Date()) => new Date(until) <= now

/** What the owner has to know: until when the password is valid, or that the panel is closed already. */
export const describeDeadline = (until: string) =>
  isOverdue(until) ? texts.overdue : texts.until(dayAndTime(until))
