import type { QuietHours } from '../../api/wire/notifications.ts'
import { preferences as texts, zones } from '../../shared/texts/preferences.ts'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  quiet: QuietHours | null
  problem: string | null
  onChange: (quiet: QuietHours | null) => void
}

const moscow = 'Europe/Moscow'

/**
 * 22:00 to 08:00 in the time zone of the browser. The options hold one zone for each offset, so the zone is
 * chosen by the current local time and not by its name.
 */
function defaultQuietHours(): QuietHours {
  const now = new Date()
  const clock = (timeZone?: string) => now.toLocaleString('ru', { timeZone })
  const own = zones.find(({ value }) => clock(value) === clock())
  return { from: '22:00', to: '08:00', timezone: own?.value ?? moscow }
}

export function QuietHoursFields({ quiet, problem, onChange }: Props) {
  const zone = quiet?.timezone ?? moscow
  const known = zones.some(({ value }) => value === zone)
  return (
    <div className="ui-fields">
      <Switch
        label={texts.quiet}
        hint={texts.quietHint}
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? defaultQuietHours() : null)}
      />
      {quiet && (
        <div className="nt-quiet-times">
          <TextField
            small
            type="time"
            label={texts.from}
            value={quiet.from}
            onChange={(event) => onChange({ ...quiet, from: event.target.value })}
          />
          <TextField
            small
            type="time"
            label={texts.to}
            value={quiet.to}
            error={problem}
            onChange={(event) => onChange({ ...quiet, to: event.target.value })}
          />
          <Select
            small
            label={texts.zone}
            value={zone}
            options={known ? zones : [...zones, { value: zone, label: zone }]}
            onChange={(event) => onChange({ ...quiet, timezone: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
