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

const moscowZone = 'Europe/Moscow'

const winterAndSummer = [new Date('2026-01-15T12:00Z'), new Date('2026-07-15T12:00Z')]

/** The local times of a zone in winter and in summer. Zones with equal offsets have equal times. */
const formatClocks = (timeZone?: string) =>
  winterAndSummer.map((moment) => moment.toLocaleString('ru', { timeZone })).join()

/** The default: 22:00 to 08:00 in the listed zone with the browser's offsets, or else in the browser's zone. */
function createQuietHours(): QuietHours {
  const listedZone = zones.find(({ value }) => formatClocks(value) === formatClocks())?.value
  const timezone = listedZone ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || moscowZone)
  return { from: '22:00', to: '08:00', timezone }
}

/** The named zones of Russia, then all other zones that the browser knows. */
function listZoneOptions(chosen: string) {
  const named = new Set<string>(zones.map(({ value }) => value))
  const otherZones = new Set([chosen, ...Intl.supportedValuesOf('timeZone')])
  return [
    ...zones,
    ...[...otherZones]
      .filter((zone) => !named.has(zone))
      .map((zone) => ({ value: zone, label: zone })),
  ]
}

export function QuietHoursFields({ quiet, problem, onChange }: Props) {
  const zone = quiet?.timezone ?? moscowZone
  return (
    <div className="ui-fields">
      <Switch
        label={texts.quiet}
        hint={texts.quietHint}
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? createQuietHours() : null)}
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
            options={listZoneOptions(zone)}
            onChange={(event) => onChange({ ...quiet, timezone: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
