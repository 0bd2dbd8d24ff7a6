// The latest entries of one group of the browser error log, with their data.

import { calls } from '../../app/paths.ts'
import { problemText } from '../../app/problem.ts'
import { adminStatus } from '../../app/texts/adminStatus.ts'
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
          [adminStatus.context, labelOf(adminStatus.places, row.context)],
          [adminStatus.firstSeen, dayAndTime(row.first_seen)],
          [adminStatus.lastSeen, dayAndTime(row.last_seen)],
        ]}
      />
      <section className="ad-block">
        <h4>{adminStatus.lines}</h4>
        {error && !data ? (
          <ErrorNote title={adminStatus.linesFailed} onRetry={refetch}>
            {problemText(error, '')}
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
