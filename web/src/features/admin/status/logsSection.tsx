// Errors that browsers have reported, in groups.

import { calls } from '../../../api/calls.ts'
import type { LogGroupRead } from '../../../api/wire/status.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus } from '../../../shared/texts/adminStatus.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { createClippedColumn, createMomentColumn } from '../list/columns.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { createListSource, findLabel, type Section, toOptions } from '../section.ts'

export const logsSection: Section<LogGroup> = {
  title: views.logs,
  emptyHint: emptyHints.logs,
  source: createListSource({
    list: calls.adminLogs,
    rows: ({ items }) => items.map((group) => ({ ...group, id: group.fingerprint })),
    tags: ['Log'],
  }),
  search: 'search',
  sorts: ['-last_seen', 'last_seen', '-count', 'count'],
  filters: [{ name: 'level', label: adminStatus.level, options: toOptions(adminStatus.levels) }],
  columns: [
    {
      id: 'level',
      title: adminStatus.level,
      text: (row) => findLabel(adminStatus.levels, row.level),
    },
    createClippedColumn('message', labels.message, (row) => row.message, {
      isSecondary: false,
    }),
    {
      id: 'context',
      title: adminStatus.context,
      isSecondary: true,
      text: (row) => findLabel(adminStatus.places, row.context),
    },
    {
      id: 'count',
      title: adminStatus.times,
      sort: 'count',
      isOneLine: true,
      text: (row) => formatNumber(row.count),
      csvColumn: { title: adminStatus.times, value: (row) => row.count },
    },
    createMomentColumn('last', adminStatus.lastSeen, (row) => row.last_seen, { sort: 'last_seen' }),
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
          [adminStatus.context, findLabel(adminStatus.places, row.context)],
          [adminStatus.firstSeen, formatDayAndTime(row.first_seen)],
          [adminStatus.lastSeen, formatDayAndTime(row.last_seen)],
        ]}
      />
      <QueryBlock title={adminStatus.lines} query={query} errorTitle={adminStatus.linesFailed}>
        {(data) =>
          data.items.map((entry) => (
            <Disclosure key={entry.id} className="s" summary={formatDayAndTime(entry.created_at)}>
              <pre className="ad-text code">{JSON.stringify(entry.data, null, 2)}</pre>
            </Disclosure>
          ))
        }
      </QueryBlock>
    </>
  )
}
