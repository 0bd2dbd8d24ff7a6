// The change of preferences that a form sends.

import type { PreferencesChange, PreferencesRead } from '../../api/wire/notifications.ts'
import { kindNames } from '../../shared/notificationKinds.ts'

export const everyChannel = ['in_app', 'email', 'push', 'telegram'] as const
export type Channel = (typeof everyChannel)[number]

/**
 * The values that differ. A channel that the user did not touch stays a default, which follows the
 * consent to marketing and the alerts that the user asks for elsewhere.
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
