import { formatCount } from './plural.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const padToTwoDigits = (value: number) => String(value).padStart(2, '0')

/** '2 дня 05:14:09', '01:59:59'; null when the time is over. `left` is in ms. */
export function formatTimeLeft(left: number): string | null {
  if (left <= 0) return null
  const days = Math.floor(left / day)
  const clock = [
    Math.floor((left % day) / hour),
    Math.floor((left % hour) / minute),
    Math.floor((left % minute) / second),
  ]
  const clockText = clock.map(padToTwoDigits).join(':')
  return days > 0 ? `${formatCount(days, ['день', 'дня', 'дней'])} ${clockText}` : clockText
}
