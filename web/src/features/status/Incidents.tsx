import type { IncidentRead } from '../../api/wire/status.ts'
import { formatShortDateTime } from '../../lib/dates.ts'
import { typographer } from '../../lib/typography.ts'
import type { QueryState } from '../../shared/QueryView.tsx'
import { formatComponentNames } from '../../shared/statusComponents.ts'
import { incidents as texts } from '../../shared/texts/status.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { formatDuration } from './duration.ts'
import { SnapshotView } from './SnapshotView.tsx'
import type { StatusSnapshot } from './statusApi.ts'

const initialCount = 4

const severityTones: Record<string, Tone> = { critical: 'bad', major: 'bad', minor: 'warn' }

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
        <p className="s ink2">{formatComponentNames(affectedServices)}</p>
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
