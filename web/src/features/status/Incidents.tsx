import type { ReactNode } from 'react'
import type { IncidentRead } from '../../api/wire/status.ts'
import { formatShortDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/plural.ts'
import { typographer } from '../../lib/typography.ts'
import { type QueryState, QueryView } from '../../shared/QueryView.tsx'
import { durations, incidents as texts, usualServices } from '../../shared/texts/status.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import type { StatusSnapshot } from './statusApi.ts'

const initialCount = 4

export const formatServiceNames = (ids: string[]) =>
  ids.map((id) => usualServices.find((service) => service.id === id)?.name ?? id).join(', ')

const severityTones: Record<string, Tone> = { critical: 'bad', major: 'bad', minor: 'warn' }

/** A duration in the accusative case: '1 минуту', '52 минуты', '3 часа', '2 дня'. */
export function formatDuration(from: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(from)) / 60_000))
  if (minutes < 60) return formatCount(minutes, durations.minutes, 'text')
  if (minutes < 48 * 60) return formatCount(Math.floor(minutes / 60), durations.hours, 'text')
  return formatCount(Math.floor(minutes / (24 * 60)), durations.days, 'text')
}

type SnapshotViewProps = {
  query: QueryState<StatusSnapshot>
  /** Shown if the service does not respond, since nothing is known then. */
  unknown: string
  skeleton: ReactNode
  children: (snapshot: StatusSnapshot) => ReactNode
}

/** A part of the page that shows the snapshot. Its error is short, because the banner above has the retry. */
export const SnapshotView = ({ unknown, ...view }: SnapshotViewProps) => (
  <QueryView {...view} errorTitle={unknown} renderError={() => <p className="ink2">{unknown}</p>} />
)

type Props = {
  query: QueryState<StatusSnapshot>
  now: number
  showsAll: boolean
  onShowAll: () => void
}

export function Incidents({ query, now, showsAll, onShowAll }: Props) {
  const { currentData, error } = query
  const isNarrow = error || currentData?.incidents.length === 0
  return (
    <section
      id="incidents"
      className={isNarrow ? 'section page status-works' : 'section page'}
      aria-labelledby="incidents-title"
    >
      <h2 id="incidents-title">{texts.title}</h2>
      <SnapshotView
        query={query}
        unknown={texts.unknown}
        skeleton={
          <div className="status-incident">
            <Skeleton width="70%" height={20} />
            <Skeleton height={96} />
          </div>
        }
      >
        {({ incidents }) =>
          incidents.length === 0 ? (
            <div>
              <EmptyState title={texts.none}>{texts.noneNote}</EmptyState>
            </div>
          ) : (
            <>
              <ul>
                {incidents.slice(0, showsAll ? undefined : initialCount).map((incident) => (
                  <Incident key={incident.id} incident={incident} now={now} />
                ))}
              </ul>
              {!showsAll && incidents.length > initialCount && (
                <Button variant="line" onClick={onShowAll}>
                  {texts.more}
                </Button>
              )}
            </>
          )
        }
      </SnapshotView>
    </section>
  )
}

function Incident({ incident, now }: { incident: IncidentRead; now: number }) {
  const { id, title, severity, description, affectedServices, createdAt, resolvedAt } = incident
  const updates = [...incident.updates].sort(
    (one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp),
  )
  const stateText = resolvedAt
    ? texts.resolved(formatShortDateTime(resolvedAt))
    : texts.open(createdAt ? formatDuration(createdAt, now) : '')
  return (
    <li id={`incident-${id}`} className="status-incident" data-open={!resolvedAt}>
      <div className="stack-8">
        <h3>{title}</h3>
        <p className="s ink2">{formatServiceNames(affectedServices)}</p>
        {description && <p className="s ink2">{typographer(description)}</p>}
        <p>
          <Tag tone={resolvedAt ? 'plain' : (severityTones[severity] ?? 'warn')}>
            {`${texts.severity[severity] ?? severity}, ${stateText}`}
          </Tag>
        </p>
      </div>
      <div>
        <ol>
          {updates.map(({ timestamp, status, message }) => (
            <li key={timestamp + status}>
              <b className="strong">{texts.stages[status] ?? status}</b>{' '}
              <time className="mute num" dateTime={timestamp}>
                {formatShortDateTime(timestamp)}
              </time>
              <p className="ink2">{typographer(message)}</p>
            </li>
          ))}
        </ol>
        {incident.postmortem && (
          <Disclosure className="status-postmortem" summary={texts.postmortem}>
            {incident.postmortem.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph} className="s">
                {typographer(paragraph)}
              </p>
            ))}
          </Disclosure>
        )}
      </div>
    </li>
  )
}
