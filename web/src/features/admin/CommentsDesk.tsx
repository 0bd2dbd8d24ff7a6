// The moderation desk: a list walked by J and K, decided by A and R, thought better of by Z.

import { useRef, useState } from 'react'
import { adminDesk } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { moderation } from '../../app/texts/adminInbox.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { CommentAdmin, CommentDesk } from '../../app/wire/content.ts'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { Pagination } from '../../ui/Pagination'
import { useAdminChangeMutation, useAnswer } from './adminApi.ts'
import { CommentPanel } from './CommentPanel.tsx'
import { CommentTable } from './CommentTable.tsx'
import { CommentTools, states } from './CommentTools.tsx'
import { DeskSkeleton, Nothing } from './DeskView.tsx'
import { OverHead } from './OverHead.tsx'
import { useDesk } from './useDesk.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { usePicking } from './usePicking.ts'

type Action = 'approve' | 'reject'

/** The empty order is the desk's own: what waits is read from the oldest, the rest from the newest. */
const known = {
  filters: [{ name: 'status', label: moderation.tabs, options: states }],
  search: 'search',
  sorts: ['', 'created_at', '-created_at'],
}

export function CommentsDesk() {
  const desk = useDesk(known)
  const status = desk.chosen.status || 'pending'
  const criteria = { ...desk.criteria, status, sort: desk.sort || undefined }
  const { data, error, refetch } = useAnswer<CommentDesk>(
    calls.contentAdmin('comments'),
    ['Comment'],
    { params: { ...desk.query, ...criteria } },
  )
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const [run, state] = useAdminChangeMutation()
  const [last, setLast] = useState<string[] | null>(null)
  const rows = data?.items ?? []
  const picking = usePicking(rows)
  const place = useRef<HTMLDivElement>(null)
  const current = rows.find(({ id }) => id === desk.item) ?? rows[0]

  async function judge(body: object) {
    const url = calls.contentAdmin('comments/bulk')
    const { error } = await run({ url, method: 'POST', body, tags: ['Comment'] })
    if (error) picking.tell({ tone: 'bad', text: failureText(error, words.deedFailed) })
    return !error
  }

  const decide = useOnce(async (action: Action, judged: readonly CommentAdmin[]) => {
    if (judged.length === 0) return
    if (action === 'reject' && reason.trim() === '') return reasonField.current?.focus()
    const ids = judged.map(({ id }) => id)
    // Who rewrites his comment, or judges it elsewhere, while it is read here is seen first.
    const versions = Object.fromEntries(judged.map(({ id, version }) => [id, version]))
    const why = action === 'reject' ? reason.trim() : undefined
    if (!(await judge({ action, ids, versions, reason: why }))) return
    setLast(ids)
    setReason('')
    const undo = { label: moderation.undo, act: () => void takeBack(ids) }
    picking.tell({ tone: 'ok', text: moderation.decided[action](ids.length), undo }, ids)
  })

  const takeBack = useOnce(async (ids: readonly string[] | null) => {
    if (!ids || !(await judge({ action: 'reopen', ids }))) return
    setLast(null)
    picking.tell(null)
  })

  useDeskKeys(rows, current, {
    go: (row) => desk.open(row.id),
    approve: (row) => void decide('approve', [row]),
    reject: (row) => void decide('reject', [row]),
    undo: () => void takeBack(last),
  })

  const over = (
    <OverHead picking={picking} place={place}>
      <Button small look="line" onClick={() => void decide('approve', picking.chosen)}>
        {moderation.approveSome(picking.chosen.length)}
      </Button>
      <Button small look="danger" onClick={() => void decide('reject', picking.chosen)}>
        {moderation.rejectSome(picking.chosen.length)}
      </Button>
    </OverHead>
  )

  return (
    <>
      <Keys />
      <CommentTools desk={desk} status={status} criteria={criteria} total={data?.total} />
      {error && !data ? (
        <ErrorNote title={words.listFailed} code={requestIdOf(error)} onRetry={refetch}>
          {failureText(error, '')}
        </ErrorNote>
      ) : !data ? (
        <DeskSkeleton />
      ) : current ? (
        <div className="ad-split">
          <div className="ad-list">
            {over}
            <CommentTable
              rows={rows}
              current={current}
              picking={picking}
              isOldestFirst={
                (desk.sort || (status === 'pending' ? 'created_at' : '')) === 'created_at'
              }
              onSort={desk.toSort}
              onOpen={desk.open}
            />
            <Pagination
              page={desk.page}
              pageSize={adminDesk.page}
              total={data.total}
              onPage={desk.toPage}
            />
          </div>
          <CommentPanel
            key={current.id}
            comment={current}
            reasons={data.ready_reasons}
            reason={reason}
            onReason={setReason}
            reasonField={reasonField}
            isSending={state.isLoading}
            onApprove={() => void decide('approve', [current])}
            onReject={() => void decide('reject', [current])}
          />
        </div>
      ) : (
        <>
          {over}
          {status === 'pending' && data.total === 0 && !desk.typed ? (
            <EmptyState title={moderation.emptyTitle}>{moderation.emptyHint}</EmptyState>
          ) : (
            <Nothing desk={desk} total={data.total} />
          )}
        </>
      )}
    </>
  )
}

const keys = [
  ['J', ''],
  ['K', moderation.keysThrough],
  ['A', moderation.keysApprove],
  ['R', moderation.keysReject],
  ['Z', moderation.keysUndo],
] as const

function Keys() {
  return (
    <p className="ad-keys s mute">
      {keys.map(([key, deed]) => (
        <span key={key}>
          <kbd>{key}</kbd> {deed}
        </span>
      ))}
    </p>
  )
}
