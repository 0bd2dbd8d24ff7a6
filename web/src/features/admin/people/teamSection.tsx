// The team members that the page about the company shows.

import type { TeamMemberAdmin } from '../../../api/wire/content.ts'
import { adminMember, publishing } from '../../../shared/texts/adminContent.ts'
import { memberStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { sectionNames } from '../../../shared/texts/adminPanel.ts'
import { createStateColumn } from '../list/columns.tsx'
import { addUndo, createRemoveAction, createStatusAction } from '../list/commonActions.ts'
import {
  describeIncomplete,
  findMemberConfirmation,
  findMissingMemberData,
  memberReadiness,
} from '../publishing/readiness.ts'
import {
  type BulkAction,
  createChoiceField,
  createContentSource,
  type Section,
  toOptions,
} from '../section.ts'

const team = createContentSource('team', ['TeamMember'])
const tones = { draft: 'none', published: 'ok' } as const
const newMemberStatusLabels = { draft: publishing.draft, published: memberStatusLabels.published }

/** Members that lack data are shown only after a confirmation with the list of missing data. */
const publishAction: BulkAction<TeamMemberAdmin> = {
  ...addUndo<TeamMemberAdmin>(
    team,
    ['status'],
    createStatusAction(team, 'published', publishing.showSome),
  ),
  confirmation: (rows) => {
    const missing = describeIncomplete(rows, ({ name }) => name, findMissingMemberData)
    if (missing.length === 0) return undefined
    return {
      title: adminMember.publishQuestion,
      hint: adminMember.incomplete,
      missing,
      confirm: publishing.anyway,
      cancel: publishing.back,
    }
  },
}

export const teamSection: Section<TeamMemberAdmin> = {
  title: sectionNames.team,
  source: team,
  search: 'search',
  sorts: ['sort_order', 'name', '-name', '-created_at'],
  filters: [{ name: 'status', label: labels.status, options: toOptions(memberStatusLabels) }],
  columns: [
    { id: 'name', title: labels.name, sort: 'name', text: (row) => row.name },
    { id: 'position', title: labels.position, text: (row) => row.position },
    createStateColumn(memberStatusLabels, tones),
    { id: 'email', title: labels.email, isSecondary: true, text: (row) => row.email ?? '' },
    {
      id: 'order',
      title: labels.sort_order,
      sort: 'sort_order',
      isSecondary: true,
      isOneLine: true,
      align: 'right',
      text: (row) => String(row.sort_order),
    },
  ],
  fields: [
    { name: 'name', label: labels.name, required: true },
    {
      name: 'position',
      label: labels.position,
      emptyValue: '',
      isRequiredToPublish: ({ status }) => status === 'published',
    },
    // A new member is a draft by default, because the first option is chosen.
    { ...createChoiceField('status', labels.status, newMemberStatusLabels), formMode: 'create' },
    { ...createChoiceField('status', labels.status, memberStatusLabels), formMode: 'edit' },
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
  emptyHint: emptyHints.team,
  canRemove: true,
  bulk: [
    publishAction,
    addUndo<TeamMemberAdmin>(
      team,
      ['status'],
      createStatusAction(team, 'draft', publishing.hideSome),
    ),
    createRemoveAction(team),
  ],
  heading: (row) => row.name,
  findSaveConfirmation: findMemberConfirmation,
  readiness: memberReadiness,
}
