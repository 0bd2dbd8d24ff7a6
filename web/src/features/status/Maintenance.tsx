import { maintenanceTexts as texts } from '../../app/texts/status.ts'
import type { MaintenanceRead } from '../../app/wire/status.ts'
import { day, days, time } from '../../lib/dates'
import { NBSP } from '../../lib/spaces'
import { typographer } from '../../lib/typography'
import { EmptyState } from '../../ui/EmptyState'
import { Note } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { calendarFile } from './calendarFile.ts'
import { serviceNames } from './Incidents.tsx'

/** '29 ноября, 2:00–2:40 МСК' */
function formatSpan({ scheduledStart: from, scheduledEnd: to }: MaintenanceRead): string {
  if (!from || !to) return '—'
  if (day(from) === day(to)) return `${days(from, to)}, ${time(from)}–${time(to)}${NBSP}МСК`
  return `${days(from, from)}, ${time(from)} — ${days(to, to)}, ${time(to)}${NBSP}МСК`
}

type Props = { maintenance: MaintenanceRead[] | undefined; isUnknown: boolean }

export function Maintenance({ maintenance, isUnknown }: Props) {
  return (
    <section id="maintenance" className="section page status-works" aria-labelledby="works-title">
      <h2 id="works-title">{texts.title}</h2>
      <div>
        {isUnknown ? (
          <p className="ink2">{texts.unknown}</p>
        ) : !maintenance ? (
          <Loading>
            <Skeleton height={72} />
          </Loading>
        ) : maintenance.length === 0 ? (
          <EmptyState title={texts.none}>{texts.noneNote}</EmptyState>
        ) : (
          maintenance.map((work) => (
            <Note key={work.id} title={work.title}>
              <p className="s">
                {texts.stages[work.status] ?? work.status}: {formatSpan(work)}.{' '}
                {serviceNames(work.affectedServices)}
              </p>
              {work.description && <p className="s ink2">{typographer(work.description)}</p>}
              {work.scheduledStart && work.scheduledEnd && (
                <p className="s">
                  <a href={calendarFile(work)} download={`${work.id}.ics`}>
                    {texts.calendar}
                  </a>
                </p>
              )}
            </Note>
          ))
        )}
      </div>
    </section>
  )
}
