// The time of a notification as text, short or full. An invalid date has a text of its own.

import { lists } from '../../app/texts/notifications.ts'
import { shortDateTime, time } from '../../lib/dates'

function isDate(moment: string): boolean {
  return Boolean(moment) && !Number.isNaN(new Date(moment).getTime())
}

/** '14:02' today, '18 нояб., 16:30' before. */
export function whenBrief(moment: string): string {
  return isDate(moment) ? shortDateTime(moment) : lists.noDate
}

/** 'сегодня, 14:02', '18 нояб., 16:30' */
export function whenFull(moment: string): string {
  if (!isDate(moment)) return lists.noDate
  const brief = shortDateTime(moment)
  return brief === time(moment) ? lists.today(brief) : brief
}
