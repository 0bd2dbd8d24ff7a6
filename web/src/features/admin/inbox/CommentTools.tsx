// The toolbar of the moderation queue: status tabs, search, saved filters and CSV export.

import { useSearchParams } from 'react-router'
import type { CommentAdmin } from '../../../api/wire/content.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { exportCsv } from '../../../shared/list/csv.ts'
import { DebouncedSearch } from '../../../shared/list/DebouncedSearch.tsx'
import { ExportCsv } from '../../../shared/list/ExportCsv.tsx'
import { moderation } from '../../../shared/texts/adminInbox.ts'
import { commentStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList as texts } from '../../../shared/texts/adminList.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { type Params, useReadPage } from '../adminApi.ts'
import { createMomentExport } from '../list/exportColumns.ts'
import { SavedFilters } from '../list/SavedFilters.tsx'
import type { ListState } from '../list/useListState.ts'
import { createContentSource, toOptions } from '../section.ts'

type Props = {
  list: ListState
  status: string
  /** Filters, search and order of the list, which the export shares. */
  criteria: Params
  total?: number
}

const source = createContentSource('comments', ['Comment'])
export const statusOptions = toOptions(commentStatusLabels)
export const formatAuthorName = (row: CommentAdmin) => `${row.first_name} ${row.last_name}`.trim()
const exportColumns = [
  { title: moderation.author, value: formatAuthorName },
  { title: moderation.article, value: (row: CommentAdmin) => row.post_title },
  { title: moderation.text, value: (row: CommentAdmin) => row.content },
  { title: moderation.tabs, value: (row: CommentAdmin) => commentStatusLabels[row.status] },
  { title: moderation.why, value: (row: CommentAdmin) => row.rejection_reason },
  createMomentExport(moderation.written, (row: CommentAdmin) => row.created_at),
  createMomentExport(moderation.decidedAt, (row: CommentAdmin) => row.moderated_at),
]

/** The URL of a status tab: it keeps the search and the order, but not the page and the open comment. */
function buildStatusUrl(status: string, current: URLSearchParams): string {
  const next = new URLSearchParams(current)
  for (const name of ['page', 'item', 'status']) next.delete(name)
  if (status !== 'pending') next.set('status', status)
  return `?${next}`
}

export function CommentTools({ list, status, criteria, total }: Props) {
  const readPage = useReadPage(source)
  const [searchParams] = useSearchParams()
  return (
    <div className="ad-tools">
      <Tabs
        label={moderation.tabs}
        tabs={statusOptions.map(({ value, label }) => ({
          to: buildStatusUrl(value, searchParams),
          label,
          count: value === status && total !== undefined ? formatNumber(total) : undefined,
        }))}
        current={buildStatusUrl(status, searchParams)}
      />
      <DebouncedSearch
        label={texts.search}
        query={list.searchText}
        onSearch={(text) => list.setFilter('search', text)}
      />
      <div className="btns ad-tools-end">
        <SavedFilters parameters={list.parameters} onApply={list.applyParameters} />
        <ExportCsv
          name={moderation.list}
          buildCsv={() => exportCsv(exportColumns, (page) => readPage({ ...criteria, ...page }))}
        />
      </div>
    </div>
  )
}
