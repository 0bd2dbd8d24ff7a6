import { formatCount } from '../../lib/plural.ts'
import { durations } from '../../shared/texts/status.ts'

/** A duration in the accusative case: '1 минуту', '52 минуты', '3 часа', '2 дня'. */
export function formatDuration(from: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(from)) / 60_000))
  if (minutes < 60) return formatCount(minutes, durations.minutes, 'text')
  if (minutes < 48 * 60) return formatCount(Math.floor(minutes / 60), durations.hours, 'text')
  return formatCount(Math.floor(minutes / (24 * 60)), durations.days, 'text')
}
