// Texts that managers insert into their messages to buyers.

import type { SavedReplyRead } from '../../../api/wire/content.ts'
import { adminConversations as texts } from '../../../shared/texts/adminConversations.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { createContentSource, type Section } from '../section.ts'

export const savedRepliesSection: Section<SavedReplyRead> = {
  title: views.replies,
  source: createContentSource('saved-replies', ['Conversation']),
  search: 'search',
  sorts: ['title', '-title', '-created_at'],
  newHeading: adminList.newRecord.savedReply,
  canRemove: true,
  emptyHint: texts.repliesHint,
  fields: [
    { name: 'title', label: texts.replyTitle, required: true, maxLength: 200 },
    { name: 'text', label: texts.replyText, kind: 'area', required: true, maxLength: 4000 },
  ],
  columns: [
    { id: 'title', title: texts.replyTitle, sort: 'title', text: (row) => row.title },
    {
      id: 'text',
      title: texts.replyText,
      text: (row) => row.text,
      cell: (row) => <span className="ad-clip">{row.text}</span>,
    },
  ],
  heading: (row) => row.title,
}
