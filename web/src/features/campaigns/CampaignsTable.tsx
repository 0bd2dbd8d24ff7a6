// The list of campaigns with their results. Page, sort, search and filter are in the address.

import { useState } from 'react'
import { exportCsv } from '../../app/csv.ts'
import { DebouncedSearch } from '../../app/DebouncedSearch.tsx'
import { ExportCsv } from '../../app/ExportCsv.tsx'
import { campaign as limits } from '../../app/limits.ts'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { errorToShow } from '../../app/QueryView.tsx'
import { campaigns as shared, sentList as texts } from '../../app/texts/campaigns.ts'
import { useListParams } from '../../app/useListParams.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import { dayAndTime, shortDateTime } from '../../lib/dates'
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

const countColumns = ['recipients', 'delivered', 'read', 'failed'] as const
const exportColumns = [
  { title: texts.campaign, text: (row: CampaignRead) => row.title },
  { title: texts.filter, text: (row: CampaignRead) => texts.status[row.status] },
  { title: texts.when, text: (row: CampaignRead) => dayAndTime(row.scheduled_at) },
  ...countColumns.map((name) => ({
    title: texts[name],
    text: (row: CampaignRead) => String(row[name]),
  })),
]

const isCancellable = ({ status }: CampaignRead) => status === 'scheduled' || status === 'sending'

function buildColumns(onCancel: (campaign: CampaignRead) => void): Column<CampaignRead>[] {
  return [
    {
      id: 'title',
      title: texts.campaign,
      sortable: true,
      cell: (row) => <CampaignTitle campaign={row} />,
    },
    {
      id: 'scheduled_at',
      title: texts.when,
      sortable: true,
      num: true,
      cell: (row) => shortDateTime(row.scheduled_at),
    },
    ...countColumns.map(
      (name): Column<CampaignRead> => ({
        id: name,
        title: texts[name],
        align: 'right',
        num: true,
        cell: (row) => figure(row[name]),
      }),
    ),
    {
      id: 'actions',
      title: <span className="sr">{texts.actions}</span>,
      align: 'right',
      cell: (row) =>
        isCancellable(row) && (
          <Button
            variant="text"
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

function CampaignTitle({ campaign }: { campaign: CampaignRead }) {
  return (
    <>
      {campaign.title} <Tag tone={tones[campaign.status]}>{texts.status[campaign.status]}</Tag>
    </>
  )
}

const sortToOrder = (sort: string): Order => ({
  column: sort.replace('-', ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

function useCampaigns() {
  const { page, read, change } = useListParams()
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
  const [campaignToCancel, setCampaignToCancel] = useState<CampaignRead | null>(null)
  const [cancel, cancelling] = useCancelCampaignMutation()
  const [read] = useLazyGetCampaignsQuery()
  const list = useCampaigns()
  const { data, currentData, refetch, page, criteria, change } = list
  const error = errorToShow(list)
  const { status, search, sort } = criteria
  const isFiltered = Boolean(status || search)

  return (
    <section>
      <div className="cp-head">
        <h2>{texts.title}</h2>
        <div className="cp-tools">
          <DebouncedSearch
            hideLabel
            label={texts.search}
            query={search ?? ''}
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
            buildCsv={() =>
              exportCsv(exportColumns, async (part) => {
                const { campaigns, total } = await read({ ...criteria, ...part }).unwrap()
                return { rows: campaigns, total }
              })
            }
          />
        </div>
      </div>
      {cancelling.error && (
        <Note tone="bad" role="alert">
          {problemText(cancelling.error, texts.cancelFailed)}
        </Note>
      )}
      {error ? (
        <ErrorNote title={shared.loadFailed} code={requestIdOf(error)} onRetry={refetch}>
          {problemText(error, shared.loadFailedReason)}
        </ErrorNote>
      ) : currentData?.total === 0 ? (
        <EmptyState title={isFiltered ? texts.nothingFound : texts.emptyTitle}>
          {isFiltered ? texts.nothingFoundHint : texts.empty}
        </EmptyState>
      ) : (
        <>
          {/* The header and the pagination stay while other rows load, so a pressed button keeps the focus. */}
          {data && (
            <Table
              dense
              label={texts.title}
              columns={buildColumns(setCampaignToCancel)}
              rows={currentData?.campaigns ?? []}
              rowId={(row) => row.id}
              order={sort && sortToOrder(sort)}
              onOrder={({ column, direction }) =>
                change({ sort: direction === 'desc' ? `-${column}` : column, page: 1 })
              }
            />
          )}
          {!currentData && <RowsSkeleton />}
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
        open={campaignToCancel !== null}
        title={texts.cancelTitle}
        description={texts.cancelText}
        confirm={texts.cancel}
        cancel={texts.keep}
        pendingLabel={cancelling.isLoading && texts.cancelling}
        onCancel={() => setCampaignToCancel(null)}
        onConfirm={async () => {
          if (campaignToCancel) await cancel(campaignToCancel.id)
          setCampaignToCancel(null)
        }}
      />
    </section>
  )
}

function RowsSkeleton() {
  return (
    <Loading>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height="2.6rem" />
      ))}
    </Loading>
  )
}
