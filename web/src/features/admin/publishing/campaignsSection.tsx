// The campaigns with their results. A campaign that is scheduled or being sent can be cancelled.

import { calls } from '../../../api/calls.ts'
import type { CampaignRead } from '../../../api/wire/notifications.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { campaign as limits } from '../../../shared/limits.ts'
import { sentList as texts } from '../../../shared/texts/campaigns.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { createMomentColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { createListSource, type Section, toOptions } from '../section.ts'

const tones: Record<CampaignRead['status'], Tone> = {
  scheduled: 'info',
  sending: 'live',
  sent: 'ok',
  cancelled: 'warn',
}
const countNames = ['recipients', 'delivered', 'read', 'failed'] as const

const source = createListSource({
  list: calls.campaigns,
  rows: ({ campaigns }) => campaigns,
  tags: ['Campaign'],
  refreshMs: limits.refresh,
})

/** A campaign whose time has come waits only for the service to take it. */
const nameState = ({ status, scheduled_at }: CampaignRead) =>
  status === 'scheduled' && Date.parse(scheduled_at) <= Date.now()
    ? texts.queued
    : texts.status[status]

export const campaignsSection: Section<CampaignRead> = {
  title: texts.title,
  source,
  search: 'search',
  searchLabel: texts.search,
  sorts: ['-created_at', 'scheduled_at', '-scheduled_at', 'title', '-title'],
  filters: [{ name: 'status', label: texts.filter, options: toOptions(texts.status) }],
  columns: [
    {
      id: 'title',
      title: texts.campaign,
      sort: 'title',
      text: (row) => row.title,
    },
    {
      id: 'state',
      title: texts.filter,
      text: nameState,
      cell: (row) => (
        <>
          <Tag tone={tones[row.status]}>{nameState(row)}</Tag> <CancelButton campaign={row} />
        </>
      ),
    },
    createMomentColumn('when', texts.when, (row) => row.scheduled_at, { sort: 'scheduled_at' }),
    ...countNames.map((name) => ({
      id: name,
      title: texts[name],
      isOneLine: true,
      align: 'right' as const,
      text: (row: CampaignRead) => String(row[name]),
      exported: { title: texts[name], value: (row: CampaignRead) => row[name] },
      cell: (row: CampaignRead) => formatNumber(row[name]),
    })),
  ],
  emptyHint: texts.empty,
  heading: (row) => row.title,
}

function CancelButton({ campaign }: { campaign: CampaignRead }) {
  if (campaign.status !== 'scheduled' && campaign.status !== 'sending') return null
  return (
    <ActionButton
      variant="text"
      label={texts.cancelOne(campaign.title)}
      pendingLabel={texts.cancelling}
      failure={texts.cancelFailed}
      change={createChange('DELETE', calls.campaign(campaign.id), source.tags)}
      confirmation={{
        title: texts.cancelTitle,
        hint: texts.cancelText,
        confirm: texts.cancel,
        cancel: texts.keep,
      }}
    >
      {texts.cancel}
    </ActionButton>
  )
}
