// The team members that the page about the company shows.

import type { TeamMemberAdmin } from '../../../api/wire/content.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { sectionNames } from '../../../shared/texts/adminPanel.ts'
import { createRemoveAction } from '../list/bulkActions.ts'
import { createContentSource, type Section } from '../section.ts'

const team = createContentSource('team', ['TeamMember'])

export const teamSection: Section<TeamMemberAdmin> = {
  title: sectionNames.team,
  source: team,
  search: 'search',
  sorts: ['sort_order', 'name', '-name', '-created_at'],
  columns: [
    { id: 'name', title: labels.name, sort: 'name', text: (row) => row.name },
    { id: 'position', title: labels.position, text: (row) => row.position },
    { id: 'email', title: labels.email, text: (row) => row.email ?? '' },
    {
      id: 'order',
      title: labels.sort_order,
      sort: 'sort_order',
      isOneLine: true,
      align: 'right',
      text: (row) => String(row.sort_order),
    },
  ],
  fields: [
    { name: 'name', label: labels.name, required: true },
    { name: 'position', label: labels.position, required: true },
    { name: 'handle', label: labels.handle, formMode: 'edit', required: true },
    { name: 'email', label: labels.email },
    { name: 'phone', label: labels.phone },
    { name: 'work', label: labels.work, kind: 'area' },
    { name: 'avatar', label: labels.avatar, kind: 'picture' },
    { name: 'user_id', label: labels.account, hint: labels.accountHint, kind: 'colleague' },
    {
      name: 'sort_order',
      label: labels.sort_order,
      kind: 'number',
      formMode: 'edit',
      required: true,
    },
  ],
  newHeading: adminList.newRecord.colleague,
  canRemove: true,
  bulk: [createRemoveAction(team)],
  heading: (row) => row.name,
}
