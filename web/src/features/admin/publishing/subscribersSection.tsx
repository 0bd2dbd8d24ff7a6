// The subscribers of the newsletter.

import type { SubscriberAdmin } from '../../../api/wire/content.ts'
import { subscriberStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { createMomentColumn } from '../list/columns.tsx'
import { createRemoveAction } from '../list/commonActions.ts'
import { createContentSource, type Section, toOptions } from '../section.ts'

const subscribers = createContentSource('newsletter', ['User'])

export const subscribersSection: Section<SubscriberAdmin> = {
  title: views.subscribers,
  emptyHint: emptyHints.subscribers,
  source: subscribers,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'email'],
  filters: [{ name: 'status', label: labels.status, options: toOptions(subscriberStatusLabels) }],
  columns: [
    { id: 'email', title: labels.email, sort: 'email', text: (row) => row.email },
    { id: 'status', title: labels.status, text: (row) => subscriberStatusLabels[row.status] },
    createMomentColumn('created', labels.subscribed, (row) => row.created_at, {
      sort: 'created_at',
    }),
  ],
  canRemove: true,
  bulk: [createRemoveAction(subscribers)],
  heading: (row) => row.email,
}
