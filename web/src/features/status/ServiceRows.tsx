import { Link } from 'react-router'
import type { IncidentRead } from '../../api/wire/status.ts'
import { formatDay, formatShortDay } from '../../lib/dates.ts'
import { status as texts } from '../../shared/texts/status.ts'
import { DimensionLine } from '../../ui/DimensionLine.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { type DayState, NinetyDays } from '../../ui/NinetyDays.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import {
  type ComponentRow,
  type ComponentState,
  createDayMarks,
  fallbackRows,
  findIncidentsOfDay,
  formatUptime,
  hasWholeDay,
  listDaysWithOutages,
  summarizeDays,
  tones,
} from './componentRows.ts'

const legend: { state: DayState; tone: Tone }[] = [
  { state: 'ok', tone: 'plain' },
  { state: 'slow', tone: 'warn' },
  { state: 'down', tone: 'bad' },
  { state: 'works', tone: 'info' },
  { state: 'none', tone: 'none' },
]

const failing = new Set<ComponentState>(['down', 'degraded'])

type Props = {
  rows: ComponentRow[] | undefined
  /** How the uptime is computed. */
  rule: string
  incidents: IncidentRead[]
  onIncident: () => void
}

/** `rows` is undefined while loading; the names are already shown. */
export function ServiceRows({ rows, rule, incidents, onIncident }: Props) {
  const days = rows?.find(({ history }) => history.length > 0)?.history
  const first = days?.[0]?.date
  const last = days?.at(-1)?.date
  return (
    <section className="page status-days" aria-labelledby="ninety-title">
      <div className="status-days-head">
        <h2 id="ninety-title">{texts.ninety}</h2>
        <ul className="status-legend" aria-label={texts.legend}>
          {legend.map(({ state, tone }) => (
            <li key={state}>
              <Tag tone={tone}>{texts.marks[state]}</Tag>
            </li>
          ))}
        </ul>
      </div>
      <ul aria-busy={!rows}>
        {rows
          ? rows.map((row) => (
              <ServiceRow key={row.id} row={row} incidents={incidents} onIncident={onIncident} />
            ))
          : fallbackRows.map(({ id, name }) => (
              <li key={id} className="grid status-row">
                <h3 className="status-name">{name}</h3>
                <Skeleton height={32} className="status-bar" />
                <Skeleton height={16} className="status-uptime" />
                <Skeleton height={16} width={88} className="status-state" />
              </li>
            ))}
      </ul>
      <div className="grid status-span only-d" aria-hidden="true">
        {first && last && (
          <DimensionLine>{`${formatDay(first)} — ${formatDay(last)}`}</DimensionLine>
        )}
      </div>
      <p className="xs mute status-rule">{rule}</p>
    </section>
  )
}

type ServiceRowProps = { row: ComponentRow; incidents: IncidentRead[]; onIncident: () => void }

function ServiceRow({ row, incidents, onIncident }: ServiceRowProps) {
  const days = createDayMarks(row.history)
  const measured = days.filter(({ state }) => state !== 'none').length
  const isPartial = measured > 0 && measured < days.length
  const isCollecting = days.length > 0 && !hasWholeDay(days)
  const uptime = isCollecting ? texts.collecting : formatUptime(row.uptime)
  return (
    <li className="grid status-row" data-service={row.id} data-status={row.state}>
      <div className="status-name">
        <h3 title={row.note || undefined}>{row.name}</h3>
        {failing.has(row.state) && row.note && <p className="xs ink2">{row.note}</p>}
      </div>
      <div className="status-bar">
        {days.length > 0 && (
          <NinetyDays
            days={days}
            label={
              measured > 0
                ? texts.bar(row.name, uptime, summarizeDays(days))
                : texts.noBar(row.name)
            }
          />
        )}
      </div>
      <span className="status-uptime">
        {isCollecting ? (
          <span className="s ink2">{uptime}</span>
        ) : (
          <span className="num">{uptime}</span>
        )}
        {isPartial && (
          <span className="status-measured">{texts.measuredDays(measured, days.length)}</span>
        )}
      </span>
      <Tag tone={tones[row.state]} className="status-state">
        {texts.states[row.state]}
      </Tag>
      <DaysWithOutages row={row} incidents={incidents} onIncident={onIncident} />
    </li>
  )
}

/** Days of a row with outages, and the incidents of each day. */
function DaysWithOutages({ row, incidents, onIncident }: ServiceRowProps) {
  const days = listDaysWithOutages(row.history)
  if (days.length === 0) return null
  return (
    <Disclosure className="status-bad-days" summary={texts.daysWithOutages(days.length)}>
      <ul>
        {days.map(({ date, mark, uptime }) => (
          <li key={date} className="s">
            <span className="num">{formatShortDay(date)}</span>: {texts.marks[mark]},{' '}
            <span className="num">{formatUptime(uptime)}</span>
            {findIncidentsOfDay(date, row.id, incidents).map(({ id, title }) => (
              <span key={id}>
                {'. '}
                <Link to={`#incident-${id}`} onClick={onIncident}>
                  {title}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
