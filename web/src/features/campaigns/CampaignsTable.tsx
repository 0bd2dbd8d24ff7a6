// What was sent and what became of it. The page and the filter are in the address.

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { campaign as limits } from '../../app/limits.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { campaigns as shared, sentList as texts } from '../../app/texts/campaigns.ts'
import type { CampaignRead } from '../../app/wire/notifications.ts'
import { briefly } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote, Note } from '../../ui/Note'
import { Pagination } from '../../ui/Pagination'
import { Select } from '../../ui/Select'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { type Column, Table } from '../../ui/Table'
import { Tag, type Tone } from '../../ui/Tag'
import {
  type CampaignStatus,
  useCancelCampaignMutation,
  useGetCampaignsQuery,
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

const isOpen = ({ status }: CampaignRead) => status === 'scheduled' || status === 'sending'

function columnsWith(onCancel: (campaign: CampaignRead) => void): Column<CampaignRead>[] {
  return [
    { id: 'title', title: texts.campaign, cell: (row) => <Name campaign={row} /> },
    { id: 'when', title: texts.when, num: true, cell: (row) => briefly(row.scheduled_at) },
    ...(['recipients', 'delivered', 'read', 'failed'] as const).map(
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

export function CampaignsTable() {
  const [address, setAddress] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(address.get('page'))) || 1)
  const status = statuses.find((one) => one === address.get('status'))
  const [asked, setAsked] = useState<CampaignRead | null>(null)
  const [cancel, cancelling] = useCancelCampaignMutation()
  const { data, error, refetch, isFetching } = useGetCampaignsQuery(
    { page, status },
    { pollingInterval: limits.refresh, skipPollingIfUnfocused: true },
  )

  const show = (next: { page?: number; status?: string }) =>
    setAddress(
      Object.entries(next).flatMap(([name, value]) =>
        value && value !== 1 ? [[name, String(value)] as [string, string]] : [],
      ),
      { preventScrollReset: true },
    )

  return (
    <section>
      <div className="cp-head">
        <h2>{texts.title}</h2>
        <Select
          small
          hideLabel
          label={texts.filter}
          options={filters}
          value={status ?? ''}
          onChange={(event) => show({ status: event.target.value })}
        />
      </div>
      {cancelling.error && (
        <Note tone="bad" role="alert">
          {failureText(cancelling.error, shared.loadFailed)}
        </Note>
      )}
      {data ? (
        data.total === 0 ? (
          <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>
        ) : (
          <>
            <Table
              dense
              label={texts.title}
              columns={columnsWith(setAsked)}
              rows={data.campaigns}
              rowId={(row) => row.id}
            />
            <Pagination
              page={page}
              pageSize={limits.page}
              total={data.total}
              onPage={(next) => show({ page: next, status })}
            />
          </>
        )
      ) : error ? (
        <ErrorNote
          title={shared.loadFailed}
          code={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching && shared.retrying}
        >
          {failureText(error, shared.loadFailedReason)}
        </ErrorNote>
      ) : (
        <Loading>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height="2.6rem" />
          ))}
        </Loading>
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
