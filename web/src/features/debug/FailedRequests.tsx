import { type FailedCall, readFailedCalls } from '../../api/failedCalls.ts'
import { formatTime } from '../../lib/dates.ts'
import { debug } from '../../shared/texts/debug.ts'
import { type Column, Table } from '../../ui/Table.tsx'

const texts = debug.requests

const columns: Column<FailedCall>[] = [
  { id: 'when', title: texts.when, num: true, cell: ({ at }) => formatTime(at) },
  {
    id: 'what',
    title: texts.what,
    cell: ({ method, path }) => <span className="code">{`${method} ${path}`}</span>,
  },
  { id: 'status', title: texts.status, cell: ({ status, code }) => `${status || '—'} ${code}` },
  {
    id: 'id',
    title: texts.id,
    cell: ({ requestId }) => <span className="code">{requestId ?? '—'}</span>,
  },
]

export function FailedRequests() {
  const failed = readFailedCalls()
  if (failed.length === 0) return <p className="s ink2">{texts.empty}</p>
  return (
    <Table
      dense
      label={texts.title}
      columns={columns}
      rows={failed}
      rowId={({ number }) => String(number)}
    />
  )
}
