// What was sent and what became of it. Page, order, search and filter are in the address.

import { useState } from 'react'
import { gathered } from '../../app/csv.ts'
import { ExportCsv } from '../../app/ExportCsv.tsx'
import { campaign as limits } from '../../app/limits.ts'
import { PausedSearch } from '../../app/PausedSearch.tsx'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { campaigns as shared, sentList as texts } from '../../app/texts/campaigns.ts'
import { useListAddress } from '../../app/useListAddress.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import { briefly, dayAndTime } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote, Note } from '../../ui/Note'
import { Pagination } from '../../ui/Pagination'
import { Select } from '../../ui/Select'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { type Column, type Order, Table } from '../../ui/Table'
import { Tag, type Tone } from '../../ui/Tag'
import {
  type CampaignStatus,
  campaignSorts,
  useCancelCampaignMutation,
  useGetCampaignsQuery,
  useLazyGetCampaignsQuery,
} from './campaignsApi.ts'

const tones: Record<CampaignStatus, Tone> = {
  scheduled: 'info',
  sending: 'live',
  sent: 'ok',
  cancelled: 'warn',
}
const statuses = Object.keys(texts.status) as CampaignStatus[]
const filters = [
  { value: '', label: texts.every },
  ...statuses.map((status) => ({ value: status, label: texts.status[status] })),
]

const counted = ['recipients', 'delivered', 'read', 'failed'] as const
const sheet = [
  { title: texts.campaign, text: (row: CampaignRead) => row.title },
  { title: texts.filter, text: (row: CampaignRead) => texts.status[row.status] },
  { title: texts.when, text: (row: CampaignRead) => dayAndTime(row.scheduled_at) },
  ...counted.map((name) => ({
    title: texts[name],
    text: (row: CampaignRead) => String(row[name]),
  })),
]

const isOpen = ({ status }: CampaignRead) => status === 'scheduled' || status === 'sending'

function columnsWith(onCancel: (campaign: CampaignRead) => void): Column<CampaignRead>[] {
  return [
    {
      id: 'title',
      title: texts.campaign,
      sortable: true,
      cell: (row) => <Name campaign={row} />,
    },
    {
      id: 'scheduled_at',
      title: texts.when,
      sortable: true,
      num: true,
      cell: (row) => briefly(row.scheduled_at),
    },
    ...counted.map(
      (name): Column<CampaignRead> => ({
        id: name,
        title: texts[name],
        align: 'right',
        num: true,
        cell: (row) => figure(row[name]),
      }),
    ),
    {
      id: 'deeds',
      title: <span className="sr">{texts.deeds}</span>,
      align: 'right',
      cell: (row) =>
        isOpen(row) && (
          <Button
            look="text"
            small
            aria-label={texts.cancelOne(row.title)}
            onClick={() => onCancel(row)}
          >
            {texts.cancel}
          </Button>
        ),
    },
  ]
}

function Name({ campaign }: { campaign: CampaignRead }) {
  return (
    <>
      {campaign.title} <Tag tone={tones[campaign.status]}>{texts.status[campaign.status]}</Tag>
    </>
  )
}

const orderOf = (sort: string): Order => ({
  column: sort.replace('-', ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

function useCampaigns() {
  const { page, read, change } = useListAddress()
  const criteria = {
    status: statuses.find((one) => one === read('status')),
    search: read('search').trim() || undefined,
    sort: campaignSorts.find((one) => one === read('sort')),
  }
  const list = useGetCampaignsQuery(
    { ...criteria, limit: limits.page, offset: (page - 1) * limits.page },
    { pollingInterval: limits.refresh, skipPollingIfUnfocused: true },
  )
  return { ...list, page, criteria, change }
}

export function CampaignsTable() {
  const [asked, setAsked] = useState<CampaignRead | null>(null)
  const [cancel, cancelling] = useCancelCampaignMutation()
  const [read] = useLazyGetCampaignsQuery()
  const { data, currentData, error, refetch, page, criteria, change } = useCampaigns()
  const { status, search, sort } = criteria
  const isFiltered = Boolean(status || search)

  return (
    <section>
      <div className="cp-head">
        <h2>{texts.title}</h2>
        <div className="cp-tools">
          <PausedSearch
            hideLabel
            label={texts.search}
            asked={search ?? ''}
            onSearch={(typed) => change({ search: typed, page: 1 })}
          />
          <Select
            small
            hideLabel
            label={texts.filter}
            options={filters}
            value={status ?? ''}
            onChange={(event) => change({ status: event.target.value, page: 1 })}
          />
          <ExportCsv
            name={texts.title}
            gather={() =>
              gathered(sheet, async (part) => {
                const { campaigns, total } = await read({ ...criteria, ...part }).unwrap()
                return { rows: campaigns, total }
              })
            }
          />
        </div>
      </div>
      {cancelling.error && (
        <Note tone="bad" role="alert">
          {failureText(cancelling.error, texts.cancelFailed)}
        </Note>
      )}
      {error && !currentData ? (
        <ErrorNote title={shared.loadFailed} code={requestIdOf(error)} onRetry={refetch}>
          {failureText(error, shared.loadFailedReason)}
        </ErrorNote>
      ) : currentData?.total === 0 ? (
        <EmptyState title={isFiltered ? texts.nothingFound : texts.emptyTitle}>
          {isFiltered ? texts.nothingFoundHint : texts.empty}
        </EmptyState>
      ) : (
        <>
          {/* Its head and pages stay while other rows come: what was pressed there keeps the focus. */}
          {data && (
            <Table
              dense
              label={texts.title}
              columns={columnsWith(setAsked)}
              rows={currentData?.campaigns ?? []}
              rowId={(row) => row.id}
              order={sort && orderOf(sort)}
              onOrder={({ column, direction }) =>
                change({ sort: direction === 'desc' ? `-${column}` : column, page: 1 })
              }
            />
          )}
          {!currentData && <RowsToCome />}
          {data && (
            <Pagination
              page={page}
              pageSize={limits.page}
              total={(currentData ?? data).total}
              onPage={(next) => change({ page: next }, false)}
            />
          )}
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={texts.cancelTitle}
        description={texts.cancelText}
        confirm={texts.cancel}
        cancel={texts.keep}
        sending={cancelling.isLoading && texts.cancelling}
        onCancel={() => setAsked(null)}
        onConfirm={async () => {
          if (asked) await cancel(asked.id)
          setAsked(null)
        }}
      />
    </section>
  )
}

function RowsToCome() {
  return (
    <Loading>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height="2.6rem" />
      ))}
    </Loading>
  )
}
