// The comment moderation queue. It has the keys of every list, and A approves, R rejects, Z undoes.

import { useRef, useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { describeProblem } from '../../../api/problem.ts'
import type { CommentAdmin } from '../../../api/wire/content.ts'
import { adminLists } from '../../../shared/limits.ts'
import { useRowSelection } from '../../../shared/list/useRowSelection.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { moderation } from '../../../shared/texts/adminInbox.ts'
import { adminList as texts } from '../../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import {
  type Change,
  createChange,
  startRead,
  useAdminChangeMutation,
  useAdminQuery,
} from '../adminApi.ts'
import { AdminEmptyList } from '../list/AdminList.tsx'
import { listStates } from '../list/AdminListSkeleton.tsx'
import { addChangedNames } from '../list/changedRecords.ts'
import { readListState } from '../list/listState.ts'
import { SelectionBar } from '../list/SelectionBar.tsx'
import { useListKeys } from '../list/useListKeys.ts'
import { useListState } from '../list/useListState.ts'
import { ConfirmForm } from '../record/ConfirmForm.tsx'
import { CommentPanel, createDecision, createReasonField, type Decision } from './CommentPanel.tsx'
import { CommentTable, nameComments } from './CommentTable.tsx'
import { CommentTools, statusOptions } from './CommentTools.tsx'
import { useModerationKeys } from './useModerationKeys.ts'

/**
 * The sort '' is the server's default: pending comments oldest first, all others newest first.
 */
const listOptions = {
  filters: [{ name: 'status', label: moderation.tabs, options: statusOptions }],
  search: 'search',
  sorts: ['', 'created_at', '-created_at'],
}

const commentsUrl = calls.contentAdmin('comments')

function toCommentCriteria(list: ReturnType<typeof readListState>) {
  const status = list.filterValues.status || 'pending'
  const criteria = { ...list.criteria, status, sort: list.sort || undefined }
  return { status, criteria, params: { ...list.query, ...criteria } }
}

/** The first request of the queue, derived from the page's URL. */
export function createCommentsRequest(searchParams: URLSearchParams) {
  const { params } = toCommentCriteria(readListState(searchParams, listOptions))
  return startRead({ url: commentsUrl, params, tags: ['Comment'] })
}

function mapNamesById(comments: readonly CommentAdmin[]): ReadonlyMap<string, string> {
  const name = nameComments(comments)
  return new Map(comments.map((comment) => [comment.id, name(comment)]))
}

/** Identifies a version of a comment. A comment that somebody reopens or edits has a new version. */
const buildVersionKey = ({ id, version }: CommentAdmin) => `${id} ${version}`

export function ModerationQueue() {
  const list = useListState(listOptions)
  const { status, criteria, params } = toCommentCriteria(list)
  const query = useAdminQuery(commentsUrl, ['Comment'], { params })
  const data = query.currentData
  const rejectForm = useRef<HTMLFormElement>(null)
  const [run, state] = useAdminChangeMutation()
  const [isRejecting, setRejecting] = useState(false)
  const [lastDecided, setLastDecided] = useState<readonly CommentAdmin[] | null>(null)
  // A decided comment leaves the list at once, so that a second press decides on the next one.
  const [decidedVersions, setDecidedVersions] = useState<readonly string[]>([])
  const rows = (data?.items ?? []).filter((row) => !decidedVersions.includes(buildVersionKey(row)))
  const selection = useRowSelection(rows)
  const container = useRef<HTMLDivElement>(null)
  const current = rows.find(({ id }) => id === list.item) ?? rows[0]

  async function send(change: Change, comments: readonly CommentAdmin[]) {
    const { error } = await run(change)
    if (error) {
      const named = addChangedNames(error, mapNamesById(comments))
      selection.setOutcome({ tone: 'bad', text: describeProblem(named, texts.actionFailed) })
    }
    return !error
  }

  function showDecided(action: Decision, comments: readonly CommentAdmin[]) {
    const ids = comments.map(({ id }) => id)
    setLastDecided(comments)
    setRejecting(false)
    const undo = { label: moderation.undo, onUndo: () => void undoDecision(comments) }
    selection.setOutcome({ tone: 'ok', text: moderation.decided[action](ids.length), undo }, ids)
  }

  const approve = useSingleFlight(async (comments: readonly CommentAdmin[]) => {
    const versions = comments.map(buildVersionKey)
    if (status !== 'approved') setDecidedVersions((others) => [...others, ...versions])
    if (await send(createDecision('approve', comments), comments)) showDecided('approve', comments)
    else setDecidedVersions((all) => all.filter((key) => !versions.includes(key)))
  })

  const undoDecision = useSingleFlight(async (comments: readonly CommentAdmin[] | null) => {
    if (!comments || !(await send(reopen(comments), comments))) return
    setLastDecided(null)
    selection.setOutcome(null)
  })

  const defaultSort = status === 'pending' ? 'created_at' : '-created_at'
  const isOldestFirst = (list.sort || defaultSort) === 'created_at'
  const table = useRef<HTMLDivElement>(null)
  const listKeys = useListKeys({
    rows,
    table,
    openId: current?.id ?? null,
    onOpen: (row) => list.openItem(row.id),
    onSelect: (row, isSelected) => selection.toggle(row.id, isSelected),
    isSelected: selection.isSelected,
    rowName: nameComments(rows),
    opensOnMove: true,
  })
  useModerationKeys(current, {
    onApprove: (row) => void approve([row]),
    onReject: () => rejectForm.current?.requestSubmit(),
    onUndo: () => void undoDecision(lastDecided),
  })

  const selectionBar = (
    <SelectionBar selection={selection} container={container}>
      <Button small variant="line" onClick={() => void approve(selection.selected)}>
        {moderation.approveSome(selection.selected.length)}
      </Button>
      <Button small variant="danger" onClick={() => setRejecting(true)}>
        {moderation.rejectSome(selection.selected.length)}
      </Button>
    </SelectionBar>
  )

  return (
    <>
      <KeyHints />
      <CommentTools list={list} status={status} criteria={criteria} total={data?.total} />
      <QueryView {...listStates} query={query}>
        {({ total, ready_reasons }) =>
          current ? (
            <div className="ad-split">
              <div className="ad-list" ref={table}>
                {selectionBar}
                <CommentTable
                  rows={rows}
                  current={current}
                  selection={selection}
                  focusRow={listKeys.focusRow}
                  isOldestFirst={isOldestFirst}
                  onSort={list.setSort}
                  onOpen={list.openItem}
                />
                <Pagination
                  page={list.page}
                  pageSize={adminLists.page}
                  total={total}
                  onPage={list.setPage}
                />
              </div>
              <CommentPanel
                key={current.id}
                comment={current}
                reasons={ready_reasons}
                rejectForm={rejectForm}
                isSending={state.isLoading}
                onApprove={() => void approve([current])}
                onRejected={() => showDecided('reject', [current])}
              />
            </div>
          ) : (
            <>
              {selectionBar}
              {status === 'pending' && total === 0 && !list.searchText ? (
                <EmptyState title={moderation.emptyTitle}>{moderation.emptyHint}</EmptyState>
              ) : (
                <AdminEmptyList state={list} total={total} hint={moderation.decidedHint} />
              )}
            </>
          )
        }
      </QueryView>
      <p className="sr" aria-live="polite">
        {listKeys.announcement}
      </p>
      {isRejecting && (
        <ConfirmForm
          title={moderation.rejectSomeQuestion(selection.selected.length)}
          confirm={moderation.reject}
          fields={[createReasonField(data?.ready_reasons ?? [])]}
          restoreFocusTo={container}
          send={async ({ reason }) => {
            const answer = await run(createDecision('reject', selection.selected, reason))
            if (!answer.error) showDecided('reject', selection.selected)
            return { error: addChangedNames(answer.error, mapNamesById(selection.selected)) }
          }}
          onCancel={() => setRejecting(false)}
        />
      )}
    </>
  )
}

/**
 * Undoes a decision. Deciding on a pending comment increments its version, so the server refuses the undo if
 * somebody has changed the comment since. A comment with an earlier decision may have kept its version.
 */
const reopen = (comments: readonly CommentAdmin[]) =>
  createChange('POST', calls.contentAdmin('comments/bulk'), ['Comment'], {
    action: 'reopen',
    ids: comments.map(({ id }) => id),
    versions: Object.fromEntries(
      comments
        .filter(({ status }) => status === 'pending')
        .map(({ id, version }) => [id, version + 1]),
    ),
  })

const keys = [
  ['J', ''],
  ['K', moderation.keysThrough],
  ['A', moderation.keysApprove],
  ['R', moderation.keysReject],
  ['Z', moderation.keysUndo],
] as const

function KeyHints() {
  return (
    <p className="ad-keys s mute">
      {keys.map(([key, description]) => (
        <span key={key}>
          <kbd>{key}</kbd> {description}
        </span>
      ))}
    </p>
  )
}
