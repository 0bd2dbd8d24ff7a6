// The latest entries of one group of the browser error log, with their data.

import { calls } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { statusDesk } from '../../app/texts/adminStatus.ts'
import type { LogEntries, LogGroupRead } from '../../app/wire/status.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { ErrorNote } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useAdminQuery } from './adminApi.ts'
import { DetailList } from './DetailList.tsx'
import { labelOf } from './section.ts'

export type LogGroup = LogGroupRead & { id: string }

export function LogGroupEntries({ row }: { row: LogGroup }) {
  const { data, error, refetch } = useAdminQuery<LogEntries>(
    calls.adminLogEntries(row.fingerprint),
    ['Log'],
    { params: { limit: 10 } },
  )
  return (
    <>
      <DetailList
        details={[
          [statusDesk.context, labelOf(statusDesk.places, row.context)],
          [statusDesk.firstSeen, dayAndTime(row.first_seen)],
          [statusDesk.lastSeen, dayAndTime(row.last_seen)],
        ]}
      />
      <section className="ad-block">
        <h4>{statusDesk.lines}</h4>
        {error && !data ? (
          <ErrorNote title={statusDesk.linesFailed} onRetry={refetch}>
            {failureText(error, '')}
          </ErrorNote>
        ) : !data ? (
          <Skeleton height="3rem" />
        ) : (
          data.items.map((one) => (
            <details key={one.id} className="s">
              <summary>{dayAndTime(one.created_at)}</summary>
              <pre className="ad-text code">{JSON.stringify(one.data, null, 2)}</pre>
            </details>
          ))
        )}
      </section>
    </>
  )
}
