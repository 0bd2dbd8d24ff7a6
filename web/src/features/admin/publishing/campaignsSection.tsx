// The campaigns with their results. A campaign that is scheduled or being sent can be cancelled.

import { calls } from '../../../api/calls.ts'
import type { CampaignRead } from '../../../api/wire/notifications.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { campaign as limits } from '../../../shared/limits.ts'
import type { CsvColumn } from '../../../shared/list/csv.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { compose, campaignList as texts } from '../../../shared/texts/campaigns.ts'
import { kindLabels } from '../../../shared/texts/notifications.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { createMomentColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { type Detail, DetailList } from '../record/DetailList.tsx'
import {
  type AdminColumn,
  createListSource,
  findLabel,
  type Section,
  toOptions,
} from '../section.ts'

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
function nameState({ status, scheduled_at, has_failed }: CampaignRead): string {
  if (has_failed) return texts.hasFailed
  const isDue = status === 'scheduled' && Date.parse(scheduled_at) <= Date.now()
  return isDue ? texts.queued : texts.status[status]
}

/** Whether the service has begun to send the campaign. Before that it has no recipients to count. */
const hasBegun = ({ status, recipients }: CampaignRead) =>
  status === 'sending' || status === 'sent' || recipients > 0

const nameNoCount = (row: CampaignRead) => (hasBegun(row) ? '0' : adminList.none)

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
    (hasBegun(row) ? listShown(row) : []).map(
      (channel) =>
        `${compose.channel[channel]}:\u00a0${formatNumber(row.stats[channel]?.[count] ?? 0)}`,
    )
  return {
    id: count,
    title: texts[count],
    align: 'right',
    isSecondary: true,
    text: (row) => listLines(row).join(', ') || nameNoCount(row),
    cell: (row) => {
      const lines = listLines(row)
      if (lines.length === 0) return nameNoCount(row)
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
          <Tag tone={row.has_failed ? 'bad' : tones[row.status]}>{nameState(row)}</Tag>{' '}
          <CancelButton campaign={row} />
        </>
      ),
    },
    createMomentColumn('when', texts.when, (row) => row.scheduled_at, { sort: 'scheduled_at' }),
    {
      id: 'recipients',
      title: texts.recipients,
      isOneLine: true,
      align: 'right',
      text: (row) => (hasBegun(row) ? formatNumber(row.recipients) : adminList.none),
      csvColumn: {
        title: texts.recipients,
        value: (row) => (hasBegun(row) ? row.recipients : null),
      },
    },
    createChannelColumn('delivered', listChannels),
    {
      id: 'read',
      title: texts.read,
      isSecondary: true,
      isOneLine: true,
      align: 'right',
      text: (row) =>
        row.stats.in_app && hasBegun(row) ? formatNumber(row.stats.in_app.read) : adminList.none,
      csvColumn: { title: texts.read, value: ({ stats }) => stats.in_app?.read ?? null },
    },
    createChannelColumn('failed', listFailedChannels),
  ],
  exportColumns: [...exportByChannel('delivered'), ...exportByChannel('failed')],
  emptyHint: texts.empty,
  heading: (row) => row.title,
  Details: CampaignDetails,
}

type AudienceSegment = { key: string; title: string }

function describeAudience(
  { role, segment, user_ids }: CampaignRead['audience'],
  segments: readonly AudienceSegment[],
): string {
  if (typeof role === 'string') return findLabel(compose.roles, role)
  if (Array.isArray(user_ids)) return texts.chosenCount(user_ids.length)
  if (typeof segment !== 'string') return compose.everyone
  return segments.find(({ key }) => key === segment)?.title ?? segment
}

/** The channels before the campaign is sent, and afterwards the results of each. */
function listResults(row: CampaignRead): Detail[] {
  if (!hasBegun(row))
    return [[compose.channels, row.channels.map((name) => compose.channel[name]).join(', ')]]
  return listChannels(row).map((channel) => {
    const { delivered = 0, queued = 0, failed = 0 } = row.stats[channel] ?? {}
    return [compose.channel[channel], texts.result(delivered, queued, failed)]
  })
}

/** The message as it was written, to whom it goes, and its results. */
function CampaignDetails({ row }: { row: CampaignRead }) {
  const segments = useAdminQuery(calls.campaignSegments, source.tags).data?.items ?? []
  const { link } = row.data
  const details: Detail[] = [
    [compose.audience, describeAudience(row, segments)],
    [compose.type, findLabel(kindLabels, row.type)],
    [texts.when, formatDayAndTime(row.scheduled_at)],
    ...listResults(row),
  ]
  if (typeof link === 'string') details.push([compose.link, link])
  if (row.finished_at) details.push([texts.finished, formatDayAndTime(row.finished_at)])
  return (
    <>
      <p className="ad-text">{row.message}</p>
      <DetailList details={details} />
    </>
  )
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
