import { incidents as texts, usualServices } from '../../app/texts/status.ts'
import type { IncidentRead } from '../../app/wire/status.ts'
import { shortDateTime } from '../../lib/dates'
import { NBSP } from '../../lib/spaces'
import { typographer } from '../../lib/typography'
import { Button } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { EmptyState } from '../../ui/EmptyState'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { Tag, type Tone } from '../../ui/Tag'

const initialCount = 4

export const serviceNames = (ids: string[]) =>
  ids.map((id) => usualServices.find((service) => service.id === id)?.name ?? id).join(', ')

const severityTones: Record<string, Tone> = { critical: 'bad', major: 'bad', minor: 'warn' }

/** '52 мин', '3 ч', '2 дн.' */
export function formatDuration(from: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(from)) / 60_000))
  if (minutes < 60) return `${minutes}${NBSP}мин`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}${NBSP}ч`
  return `${Math.floor(minutes / (24 * 60))}${NBSP}дн.`
}

type Props = {
  incidents: IncidentRead[] | undefined
  isUnknown: boolean
  now: number
  isWhole: boolean
  onWhole: () => void
}

export function Incidents({ incidents, isUnknown, now, isWhole, onWhole }: Props) {
  const shown = isWhole ? incidents : incidents?.slice(0, initialCount)
  return (
    <section
      id="incidents"
      className={classes('section page', (isUnknown || shown?.length === 0) && 'status-works')}
      aria-labelledby="incidents-title"
    >
      <h2 id="incidents-title">{texts.title}</h2>
      {isUnknown ? (
        <p className="ink2">{texts.unknown}</p>
      ) : !shown ? (
        <Loading>
          <div className="status-incident">
            <Skeleton width="70%" height={20} />
            <Skeleton height={96} />
          </div>
        </Loading>
      ) : shown.length === 0 ? (
        <div>
          <EmptyState title={texts.none}>{texts.noneNote}</EmptyState>
        </div>
      ) : (
        <ul>
          {shown.map((incident) => (
            <Incident key={incident.id} incident={incident} now={now} />
          ))}
        </ul>
      )}
      {!isWhole && !isUnknown && incidents && incidents.length > initialCount && (
        <Button variant="line" onClick={onWhole}>
          {texts.more}
        </Button>
      )}
    </section>
  )
}

function Incident({ incident, now }: { incident: IncidentRead; now: number }) {
  const { id, title, severity, description, affectedServices, createdAt, resolvedAt } = incident
  const updates = [...incident.updates].sort(
    (one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp),
  )
  const when = resolvedAt
    ? texts.resolved(shortDateTime(resolvedAt))
    : texts.open(createdAt ? formatDuration(createdAt, now) : '')
  return (
    <li id={`incident-${id}`} className="status-incident" data-open={!resolvedAt}>
      <div>
        <h3>{title}</h3>
        <p className="s ink2">{serviceNames(affectedServices)}</p>
        {description && <p className="s ink2">{typographer(description)}</p>}
        <p>
          <Tag tone={resolvedAt ? 'plain' : (severityTones[severity] ?? 'warn')}>
            {`${texts.severity[severity] ?? severity}, ${when}`}
          </Tag>
        </p>
      </div>
      <ol>
        {updates.map(({ timestamp, status, message }) => (
          <li key={timestamp + status}>
            <b>{texts.stages[status] ?? status}</b>{' '}
            <time className="mute num" dateTime={timestamp}>
              {shortDateTime(timestamp)}
            </time>
            <p className="ink2">{typographer(message)}</p>
          </li>
        ))}
      </ol>
    </li>
  )
}
