// The changed preferences that the form sends.

import type { PreferencesChange, PreferencesRead } from '../../api/wire/notifications.ts'
import { kindNames } from '../../shared/notificationKinds.ts'

export const everyChannel = ['in_app', 'email', 'push', 'telegram'] as const
export type Channel = (typeof everyChannel)[number]

/**
 * Finds the values that differ. A channel that the user has not touched is not sent: its default depends
 * on the consent to marketing and on the alerts that the user requests elsewhere.
 */
export function findChangedChoices(stored: PreferencesRead, values: PreferencesRead) {
  const change: PreferencesChange = {}
  for (const name of kindNames) {
    const channels = everyChannel.filter(
      (channel) => values[name]?.[channel] !== stored[name]?.[channel],
    )
    if (channels.length > 0)
      change[name] = Object.fromEntries(
        channels.map((channel) => [channel, values[name]?.[channel]]),
      )
  }
  if (values.quiet_hours !== stored.quiet_hours) change.quiet_hours = values.quiet_hours
  return change
}
