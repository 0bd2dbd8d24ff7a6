// What messages and requests share: their state, who is in charge, and the clock of the reply.

import { labels } from '../../app/texts/adminDesk.ts'
import { inbox } from '../../app/texts/adminInbox.ts'
import { handlingWords } from '../../app/texts/adminWords.ts'
import type { ContactAdmin, RequestAdmin } from '../../app/wire/content.ts'
import { briefly } from '../../lib/dates'
import { Tag, type Tone } from '../../ui/Tag'
import { changed, removal } from './bulk.ts'
import {
  type BulkDeed,
  type DeskColumn,
  type Field,
  type Filter,
  optionsOf,
  type Source,
} from './section.ts'

export type Matter = ContactAdmin | RequestAdmin

const tones: Record<Matter['status'], Tone> = {
  new: 'info',
  in_progress: 'live',
  answered: 'ok',
  closed: 'none',
  spam: 'plain',
}

export const lateFilter: Filter = {
  name: 'overdue',
  label: labels.overdue,
  options: [
    { value: 'true', label: inbox.onlyLate },
    { value: 'false', label: inbox.inTime },
  ],
}

export const handlingFields: Field[] = [
  {
    name: 'status',
    label: labels.status,
    kind: 'select',
    required: true,
    options: optionsOf(handlingWords),
  },
  { name: 'assignee_id', label: labels.assignee, kind: 'colleague' },
  { name: 'note', label: labels.note, kind: 'area' },
]

/** A whole wave of the same letters is put away at once. */
export function handlingDeeds(source: Source): BulkDeed<Matter>[] {
  const into = (status: 'closed' | 'spam'): BulkDeed<Matter> => ({
    key: status,
    label: inbox.some[status],
    applies: (row) => row.status !== status,
    change: (row) => changed(source, row, { status }),
  })
  return [into('closed'), into('spam'), removal(source)]
}

export function statusColumn<Row extends Matter>(): DeskColumn<Row> {
  return {
    id: 'status',
    title: labels.status,
    text: (row) => handlingWords[row.status],
    cell: (row) => <Tag tone={tones[row.status]}>{handlingWords[row.status]}</Tag>,
  }
}

/** The clock stands still once somebody is at it; what ran out before that stays said. */
export function ReplyClock({ matter }: { matter: Matter }) {
  if (matter.answered_at) return <Tag tone="ok">{inbox.answered}</Tag>
  if (matter.status === 'closed' || matter.status === 'spam')
    return <span className="mute">{handlingWords[matter.status]}</span>
  const isWaiting = matter.status === 'new'
  if (matter.overdue_at || (isWaiting && Date.parse(matter.due_at) < Date.now()))
    return <Tag tone="bad">{inbox.late(briefly(matter.due_at))}</Tag>
  return <span className="num">{briefly(matter.due_at)}</span>
}
