import type { MaintenanceRead } from '../../api/wire/status.ts'
import { formatDay, formatDayRange, formatTime } from '../../lib/dates.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer } from '../../lib/typography.ts'
import type { QueryState } from '../../shared/QueryView.tsx'
import { formatComponentNames } from '../../shared/statusComponents.ts'
import { maintenanceTexts as texts } from '../../shared/texts/status.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { buildCalendarFile } from './calendarFile.ts'
import { SnapshotView } from './SnapshotView.tsx'
import type { StatusSnapshot } from './statusApi.ts'

/** Formats '29 ноября, 2:00–2:40 МСК', or '—' without a start or an end. */
function formatSpan({ scheduledStart: from, scheduledEnd: to }: MaintenanceRead): string {
  if (!from || !to) return '—'
  if (formatDay(from) === formatDay(to))
    return `${formatDayRange(from, to)}, ${formatTime(from)}–${formatTime(to)}${NBSP}МСК`
  return `${formatDayRange(from, from)}, ${formatTime(from)} — ${formatDayRange(to, to)}, ${formatTime(to)}${NBSP}МСК`
}

export function Maintenance({ query }: { query: QueryState<StatusSnapshot> }) {
  return (
    <section id="maintenance" className="section page status-works" aria-labelledby="works-title">
      <h2 id="works-title">{texts.title}</h2>
      <div>
        <SnapshotView query={query} unknown={texts.unknown} skeleton={<Skeleton height={72} />}>
          {({ maintenance }) =>
            maintenance.length === 0 ? (
              <EmptyState title={texts.none}>{texts.noneNote}</EmptyState>
            ) : (
              maintenance.map((work) => <MaintenanceNote key={work.id} work={work} />)
            )
          }
        </SnapshotView>
      </div>
    </section>
  )
}

function MaintenanceNote({ work }: { work: MaintenanceRead }) {
  return (
    <Note title={work.title}>
      <p className="s">
        {texts.stages[work.status] ?? work.status}: {formatSpan(work)}.{' '}
        {formatComponentNames(work.affectedServices)}
      </p>
      {work.description && <p className="s ink2">{typographer(work.description)}</p>}
      {work.scheduledStart && work.scheduledEnd && (
        <p className="s">
          <a href={buildCalendarFile(work)} download={`${work.id}.ics`}>
            {texts.calendar}
          </a>
        </p>
      )}
    </Note>
  )
}
