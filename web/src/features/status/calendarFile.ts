// Scheduled maintenance as a calendar file (RFC 5545), built in the browser.

import type { MaintenanceRead } from '../../api/wire/status.ts'

const formatUtcTime = (moment: string) =>
  new Date(moment).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

export function buildCalendarFile(work: MaintenanceRead): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//status//RU',
    'BEGIN:VEVENT',
    `UID:${work.id}`,
    `DTSTAMP:${formatUtcTime(work.scheduledStart)}`,
    `DTSTART:${formatUtcTime(work.scheduledStart)}`,
    `DTEND:${formatUtcTime(work.scheduledEnd)}`,
    `SUMMARY:${escapeText(work.title)}`,
    `DESCRIPTION:${escapeText(work.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
