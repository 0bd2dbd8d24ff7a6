// The moderation desk: a list walked by J and K, decided by A and R, thought better of by Z.

import { useRef, useState } from 'react'
import { adminDesk } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { desk as words } from '../../app/texts/adminDesk.ts'
import { moderation } from '../../app/texts/adminInbox.ts'
import { commentWords } from '../../app/texts/adminWords.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { CommentDesk } from '../../app/wire/content.ts'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote, Note } from '../../ui/Note'
import { Pagination } from '../../ui/Pagination'
import { useAdminChangeMutation, useAnswer } from './adminApi.ts'
import { CommentPanel } from './CommentPanel.tsx'
import { CommentTable } from './CommentTable.tsx'
import { DeskSkeleton, Nothing } from './DeskView.tsx'
import { usePicking } from './Picking.tsx'
import { optionsOf } from './section.ts'
import { useDesk } from './useDesk.ts'
import { useDeskKeys } from './useDeskKeys.ts'

type Verdict = { action: 'approve' | 'reject'; ids: string[] }

const states = optionsOf(commentWords)
const known = { filters: [{ name: 'status', label: moderation.tabs, options: states }] }

export function CommentsDesk() {
  const desk = useDesk(known)
  const status = desk.chosen.status || 'pending'
  const { data, error, refetch, isFetching } = useAnswer<CommentDesk>(
    calls.contentAdmin('comments'),
    ['Comment'],
    { params: { ...desk.query, status } },
  )
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const [run, state] = useAdminChangeMutation()
  const [last, setLast] = useState<Verdict | null>(null)
  const rows = data?.items ?? []
  const picking = usePicking(rows)
  const chosen = picking.chosen.map(({ id }) => id)
  const current = rows.find(({ id }) => id === desk.item) ?? rows[0]

  async function judge(action: 'approve' | 'reject' | 'reopen', ids: string[], why?: string) {
    const answer = await run({
      url: calls.contentAdmin('comments/bulk'),
      method: 'POST',
      body: { action, ids, reason: why },
      tags: ['Comment'],
    })
    return !answer.error
  }

  const decide = useOnce(async (action: 'approve' | 'reject', ids: string[]) => {
    if (ids.length === 0) return
    if (action === 'reject' && reason.trim() === '') return reasonField.current?.focus()
    if (!(await judge(action, ids, action === 'reject' ? reason.trim() : undefined))) return
    setLast({ action, ids })
    picking.pickAll(false)
    setReason('')
  })

  const undo = useOnce(async () => {
    if (!last) return
    if (await judge('reopen', last.ids)) setLast(null)
  })

  useDeskKeys(rows, current, {
    go: (row) => desk.open(row.id),
    approve: (row) => void decide('approve', [row.id]),
    reject: (row) => void decide('reject', [row.id]),
    undo: () => void undo(),
  })

  return (
    <>
      <Keys />
      <div className="ad-tools">
        <div className="ui-tabs" role="tablist" aria-label={moderation.tabs}>
          {states.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              role="tab"
              className="ui-tab"
              aria-selected={value === status}
              onClick={() => desk.filter('status', value === 'pending' ? '' : value)}
            >
              {label}
              {value === status && data && <span className="num mute"> {data.total}</span>}
            </button>
          ))}
        </div>
        {chosen.length > 0 && (
          <div className="btns ad-tools-end">
            <Button small look="line" onClick={() => void decide('approve', chosen)}>
              {moderation.approveSome(chosen.length)}
            </Button>
            <Button small look="danger" onClick={() => void decide('reject', chosen)}>
              {moderation.rejectSome(chosen.length)}
            </Button>
          </div>
        )}
      </div>
      {last && !state.error && (
        <Note tone="ok" role="status">
          <span className="ad-row">
            {moderation.decided[last.action](last.ids.length)}
            <Button small look="text" sending={state.isLoading && words.working} onClick={undo}>
              {moderation.undo}
            </Button>
          </span>
        </Note>
      )}
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, words.deedFailed)}
        </Note>
      )}
      {error && !data ? (
        <ErrorNote
          title={words.listFailed}
          code={requestIdOf(error)}
          onRetry={refetch}
          retrying={isFetching && words.loading}
        >
          {failureText(error, '')}
        </ErrorNote>
      ) : !data ? (
        <DeskSkeleton />
      ) : current ? (
        <div className="ad-split">
          <div className="ad-list">
            <CommentTable rows={rows} current={current} picking={picking} onOpen={desk.open} />
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
            onApprove={() => void decide('approve', [current.id])}
            onReject={() => void decide('reject', [current.id])}
          />
        </div>
      ) : status === 'pending' && data.total === 0 ? (
        <EmptyState title={moderation.emptyTitle}>{moderation.emptyHint}</EmptyState>
      ) : (
        <Nothing desk={desk} total={data.total} />
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
