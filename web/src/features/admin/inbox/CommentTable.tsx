import type { CommentAdmin } from '../../../api/wire/content.ts'
import { formatShortDateTime } from '../../../lib/dates.ts'
import { disambiguate } from '../../../lib/disambiguate.ts'
import type { RowSelection } from '../../../shared/list/useRowSelection.ts'
import { moderation } from '../../../shared/texts/adminInbox.ts'
import { Table } from '../../../ui/Table.tsx'
import { createSelectionColumn } from '../list/columns.tsx'
import { formatAuthorName } from './CommentTools.tsx'

type Props = {
  rows: readonly CommentAdmin[]
  current: CommentAdmin
  selection: RowSelection<CommentAdmin>
  focusRow: string | null
  isOldestFirst: boolean
  onSort: (sort: string) => void
  onOpen: (id: string) => void
}

/** The names of comments: the author, and for several comments of one author also the article, the time or the text. */
export const nameComments = (rows: readonly CommentAdmin[]) =>
  disambiguate(rows, formatAuthorName, [
    (row) => row.post_title,
    (row) => formatShortDateTime(row.created_at),
    (row) => row.content,
  ])

export function CommentTable(props: Props) {
  const { rows, current, selection, focusRow, isOldestFirst, onSort, onOpen } = props
  return (
    <Table
      dense
      fixed
      label={moderation.list}
      rows={rows}
      rowId={(row) => row.id}
      isSelected={(row) => row.id === current.id}
      focusRow={focusRow}
      order={{ column: 'at', direction: isOldestFirst ? 'asc' : 'desc' }}
      onOrder={
        selection.selected.length > 0
          ? undefined
          : ({ direction }) => onSort(direction === 'asc' ? 'created_at' : '-created_at')
      }
      columns={[
        createSelectionColumn(rows, selection, nameComments(rows)),
        {
          id: 'text',
          title: moderation.text,
          cell: (row) => (
            <button
              type="button"
              className="plain ad-open"
              aria-current={row.id === current.id || undefined}
              onClick={() => onOpen(row.id)}
            >
              <span className="ad-clip">{row.content}</span>
              <span className="ad-clip xs mute">
                {moderation.byAt(formatAuthorName(row), row.post_title)}
              </span>
            </button>
          ),
        },
        {
          id: 'at',
          title: moderation.written,
          sortable: true,
          width: '136px',
          align: 'right',
          num: true,
          cell: (row) => formatShortDateTime(row.created_at),
        },
      ]}
    />
  )
}
