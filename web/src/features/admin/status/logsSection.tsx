// Errors that browsers have reported, in groups.

import { calls } from '../../../api/calls.ts'
import type { LogGroupRead } from '../../../api/wire/status.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus } from '../../../shared/texts/adminStatus.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { clippedColumn, momentColumn } from '../list/columns.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { labelOf, listSource, optionsOf, type Section } from '../section.ts'

export const logsSection: Section<LogGroup> = {
  title: views.logs,
  emptyHint: emptyHints.logs,
  source: listSource({
    list: calls.adminLogs,
    rows: ({ items }) => items.map((group) => ({ ...group, id: group.fingerprint })),
    tags: ['Log'],
  }),
  search: 'search',
  sorts: ['-last_seen', 'last_seen', '-count', 'count'],
  filters: [{ name: 'level', label: adminStatus.level, options: optionsOf(adminStatus.levels) }],
  columns: [
    {
      id: 'level',
      title: adminStatus.level,
      text: (row) => labelOf(adminStatus.levels, row.level),
    },
    clippedColumn('message', labels.message, (row) => row.message, false),
    {
      id: 'context',
      title: adminStatus.context,
      minor: true,
      text: (row) => labelOf(adminStatus.places, row.context),
    },
    {
      id: 'count',
      title: adminStatus.times,
      sort: 'count',
      num: true,
      text: (row) => formatNumber(row.count),
    },
    momentColumn('last', adminStatus.lastSeen, (row) => row.last_seen, { sort: 'last_seen' }),
  ],
  heading: (row) => row.message,
  Details: LogGroupEntries,
}

type LogGroup = LogGroupRead & { id: string }

/** The latest entries of one group of the browser error log, with their data. */
function LogGroupEntries({ row }: { row: LogGroup }) {
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
      <QueryBlock title={adminStatus.lines} query={query} errorTitle={adminStatus.linesFailed}>
        {(data) =>
          data.items.map((entry) => (
            <Disclosure key={entry.id} className="s" summary={dayAndTime(entry.created_at)}>
              <pre className="ad-text code">{JSON.stringify(entry.data, null, 2)}</pre>
            </Disclosure>
          ))
        }
      </QueryBlock>
    </>
  )
}
