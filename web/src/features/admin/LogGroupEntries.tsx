// The latest entries of one group of the browser error log, with their data.

import { calls } from '../../app/calls.ts'
import { adminStatus } from '../../app/texts/adminStatus.ts'
import type { LogGroupRead } from '../../app/wire/status.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { BlockQueryView } from './AdminQueryView.tsx'
import { useAdminQuery } from './adminApi.ts'
import { DetailList } from './DetailList.tsx'
import { labelOf } from './section.ts'

export type LogGroup = LogGroupRead & { id: string }

export function LogGroupEntries({ row }: { row: LogGroup }) {
  const query = useAdminQuery(calls.adminLogEntries(row.fingerprint), ['Log'], {
    params: { limit: 10 },
  })
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
        <BlockQueryView query={query} errorTitle={adminStatus.linesFailed}>
          {(data) =>
            data.items.map((one) => (
              <details key={one.id} className="s">
                <summary>{dayAndTime(one.created_at)}</summary>
                <pre className="ad-text code">{JSON.stringify(one.data, null, 2)}</pre>
              </details>
            ))
          }
        </BlockQueryView>
      </section>
    </>
  )
}
