import { moderation } from '../../app/texts/adminInbox.ts'
import type { CommentAdmin } from '../../app/wire/content.ts'
import { briefly } from '../../lib/dates'
import { Checkbox } from '../../ui/Checkbox'
import { Table } from '../../ui/Table'

type Props = {
  rows: readonly CommentAdmin[]
  current: CommentAdmin
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
  onOpen: (id: string) => void
}

const authorOf = (row: CommentAdmin) => `${row.first_name} ${row.last_name}`.trim()

export function CommentTable({ rows, current, picked, onPick, onOpen }: Props) {
  const count = rows.filter(({ id }) => picked.has(id)).length
  function pick(id: string, isPicked: boolean) {
    const next = new Set(picked)
    if (isPicked) next.add(id)
    else next.delete(id)
    onPick(next)
  }
  return (
    <Table
      dense
      fixed
      label={moderation.list}
      rows={rows}
      rowId={(row) => row.id}
      isSelected={(row) => row.id === current.id}
      columns={[
        {
          id: 'pick',
          width: '44px',
          title: (
            <Checkbox
              hideLabel
              label={moderation.selectAll}
              checked={count === rows.length}
              partial={count > 0 && count < rows.length}
              onChange={(event) =>
                onPick(new Set(event.target.checked ? rows.map(({ id }) => id) : []))
              }
            />
          ),
          cell: (row) => (
            <Checkbox
              hideLabel
              label={moderation.select(authorOf(row))}
              checked={picked.has(row.id)}
              onChange={(event) => pick(row.id, event.target.checked)}
            />
          ),
        },
        { id: 'author', title: moderation.author, width: '140px', cell: authorOf },
        {
          id: 'text',
          title: moderation.text,
          cell: (row) => (
            <button
              type="button"
              className="ad-open"
              aria-current={row.id === current.id || undefined}
              onClick={() => onOpen(row.id)}
            >
              <span className="ad-clip">{row.content}</span>
              <span className="ad-clip xs mute">{row.post_title}</span>
            </button>
          ),
        },
        {
          id: 'at',
          title: moderation.written,
          width: '112px',
          align: 'right',
          num: true,
          cell: (row) => briefly(row.created_at),
        },
      ]}
    />
  )
}
