import { type KindName, kindNames, kinds } from '../../app/notificationKinds.ts'
import { preferences as texts } from '../../app/texts/preferences.ts'
import type { PreferencesRead } from '../../app/wire/notifications.ts'
import { Checkbox } from '../../ui/Checkbox'

const channels = ['in_app', 'email', 'push'] as const

type Props = {
  preferences: PreferencesRead
  onChange: (changed: Partial<PreferencesRead>) => void
}

export function ChannelTable({ preferences, onChange }: Props) {
  return (
    <table className="nt-channels">
      <caption className="sr">{texts.table}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.type}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {texts.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindNames.map((name) => (
          <tr key={name}>
            <th scope="row">
              {kinds[name].label}
              <span className="xs mute">
                {texts.about[name]}
                {name === 'security' && `. ${texts.securityAlways}`}
              </span>
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  hideLabel
                  label={texts.choice(kinds[name].label, texts.channels[channel])}
                  checked={preferences[name]?.[channel] ?? false}
                  disabled={isFixed(name, channel)}
                  onChange={(event) =>
                    onChange({
                      [name]: { ...preferences[name], [channel]: event.target.checked },
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Security notifications on the site cannot be turned off; the server refuses it. */
function isFixed(name: KindName, channel: (typeof channels)[number]): boolean {
  return name === 'security' && channel === 'in_app'
}
