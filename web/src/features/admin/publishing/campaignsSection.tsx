// The campaigns with their results. A campaign that is scheduled or being sent can be cancelled.

import { calls } from '../../../api/calls.ts'
import type { CampaignRead } from '../../../api/wire/notifications.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { campaign as limits } from '../../../shared/limits.ts'
import type { CsvColumn } from '../../../shared/list/csv.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { compose, sentList as texts } from '../../../shared/texts/campaigns.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { createMomentColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { type AdminColumn, createListSource, type Section, toOptions } from '../section.ts'

const tones: Record<CampaignRead['status'], Tone> = {
  scheduled: 'info',
  sending: 'live',
  sent: 'ok',
  cancelled: 'warn',
}
type ChannelCount = 'delivered' | 'failed'
const channels = Object.keys(compose.channel) as (keyof typeof compose.channel)[]

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

/** The channels of a campaign, in the order of the form. */
const listChannels = ({ stats }: CampaignRead) => channels.filter((channel) => stats[channel])
const listFailedChannels = (row: CampaignRead) =>
  listChannels(row).filter((channel) => row.stats[channel]?.failed)

/**
 * A column with a count of each channel. The channels are not added up: one person gets a message on several, and only
 * the site reports that a message was read.
 */
function createChannelColumn(
  count: ChannelCount,
  listShown: (row: CampaignRead) => readonly (typeof channels)[number][],
): AdminColumn<CampaignRead> {
  const listLines = (row: CampaignRead) =>
    listShown(row).map(
      (channel) =>
        `${compose.channel[channel]}:\u00a0${formatNumber(row.stats[channel]?.[count] ?? 0)}`,
    )
  return {
    id: count,
    title: texts[count],
    align: 'right',
    text: (row) => listLines(row).join(', ') || '0',
    cell: (row) => {
      const lines = listLines(row)
      if (lines.length === 0) return '0'
      return lines.map((line) => (
        <div key={line} className="num">
          {line}
        </div>
      ))
    },
  }
}

const exportByChannel = (count: ChannelCount): CsvColumn<CampaignRead>[] =>
  channels.map((channel) => ({
    title: `${texts[count]}: ${compose.channel[channel]}`,
    value: ({ stats }) => stats[channel]?.[count],
  }))

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
    {
      id: 'recipients',
      title: texts.recipients,
      isOneLine: true,
      align: 'right',
      text: (row) => formatNumber(row.recipients),
      csvColumn: { title: texts.recipients, value: (row) => row.recipients },
    },
    createChannelColumn('delivered', listChannels),
    {
      id: 'read',
      title: texts.read,
      isOneLine: true,
      align: 'right',
      text: ({ stats }) => (stats.in_app ? formatNumber(stats.in_app.read) : adminList.none),
      csvColumn: { title: texts.read, value: ({ stats }) => stats.in_app?.read ?? null },
    },
    createChannelColumn('failed', listFailedChannels),
  ],
  exportColumns: [...exportByChannel('delivered'), ...exportByChannel('failed')],
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
