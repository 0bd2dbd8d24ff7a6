// Above the comments: their state, the search, the file.

import { gathered } from '../../app/csv.ts'
import { ExportCsv } from '../../app/ExportCsv.tsx'
import { PausedSearch } from '../../app/PausedSearch.tsx'
import { calls } from '../../app/paths.ts'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { moderation } from '../../app/texts/adminInbox.ts'
import { commentWords } from '../../app/texts/adminWords.ts'
import type { CommentAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { listIn, type Params, useLazyAdminReadQuery } from './adminApi.ts'
import { optionsOf } from './section.ts'
import type { Desk } from './useDesk.ts'

type Props = {
  desk: Desk
  status: string
  /** What the list is asked by. */
  criteria: Params
  total?: number
}

export const states = optionsOf(commentWords)
export const authorOf = (row: CommentAdmin) => `${row.first_name} ${row.last_name}`.trim()
const sheet = [
  { title: moderation.author, text: authorOf },
  { title: moderation.article, text: (row: CommentAdmin) => row.post_title },
  { title: moderation.text, text: (row: CommentAdmin) => row.content },
  { title: moderation.tabs, text: (row: CommentAdmin) => commentWords[row.status] },
  { title: moderation.why, text: (row: CommentAdmin) => row.rejection_reason ?? '' },
  { title: moderation.written, text: (row: CommentAdmin) => dayAndTime(row.created_at) },
]

export function CommentTools({ desk, status, criteria, total }: Props) {
  const [read] = useLazyAdminReadQuery()
  const url = calls.contentAdmin('comments')
  return (
    <div className="ad-tools">
      <fieldset className="ui-tabs" aria-label={moderation.tabs}>
        {states.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="ui-tab"
            aria-pressed={value === status}
            onClick={() => desk.filter('status', value === 'pending' ? '' : value)}
          >
            {label}
            {value === status && total !== undefined && <span className="num mute"> {total}</span>}
          </button>
        ))}
      </fieldset>
      <PausedSearch
        label={words.search}
        asked={desk.typed}
        onSearch={(typed) => desk.filter('search', typed)}
      />
      <div className="btns ad-tools-end">
        <ExportCsv
          name={moderation.list}
          gather={() =>
            gathered(sheet, async (page) => {
              const asked = { url, params: { ...criteria, ...page }, tags: [] }
              return listIn<CommentAdmin>(await read(asked).unwrap(), { list: url, tags: [] })
            })
          }
        />
      </div>
    </div>
  )
}
