import { useState } from 'react'
import {
  useDeleteCommentMutation,
  useGetCommentsInfiniteQuery,
  useRestoreCommentMutation,
} from '../../api/comments.ts'
import { mergeRows } from '../../api/endpoints.ts'
import { describeProblem, describeProblemByKind } from '../../api/problem.ts'
import { selectIsAdmin, selectUser } from '../../api/sessionSlice.ts'
import type { CommentList as CommentPage, CommentRead } from '../../api/wire/content.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { formatShortDateTime } from '../../lib/dates.ts'
import { ConfirmAction } from '../../shared/ConfirmAction.tsx'
import { MoreButton } from '../../shared/list/MoreButton.tsx'
import { QueryView } from '../../shared/QueryView.tsx'
import { comments as texts } from '../../shared/texts/blog.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { CommentForm } from './CommentForm.tsx'

const skeletonWidths = [92, 64, 80]

export default function Comments({ postId }: { postId: string }) {
  const list = useGetCommentsInfiniteQuery(postId)
  const [removing, setRemoving] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const total = countComments(list.currentData?.pages ?? [])
  return (
    <>
      {total > 0 && (
        <span className="mute num blog-comments-count" aria-hidden="true">
          {total}
        </span>
      )}
      <CommentForm postId={postId} />
      {removed && <RestoreNote key={removed} id={removed} onDone={() => setRemoved(null)} />}
      <QueryView query={list} errorTitle={texts.listFailed} skeleton={<CommentSkeletons />}>
        {({ pages }) => (
          <CommentList comments={mergeRows(pages, (page) => page.data)} onRemove={setRemoving} />
        )}
      </QueryView>
      <MoreButton query={list} label={texts.more} />
      {removing && (
        <RemovalQuestion id={removing} onDone={() => setRemoving(null)} onRemoved={setRemoved} />
      )}
    </>
  )
}

/** Number of approved comments. The total was loaded with the first page, so it may be too low. */
function countComments(pages: readonly CommentPage[]): number {
  const loaded = mergeRows(pages, (page) => page.data)
  const approved = loaded.filter(({ status }) => status === 'approved').length
  return Math.max(approved, pages[0]?.total ?? 0)
}

function CommentSkeletons() {
  return skeletonWidths.map((width) => (
    <div key={width} className="blog-comment">
      <Skeleton width="30%" height={14} />
      <Skeleton width={`${width}%`} height={14} />
    </div>
  ))
}

type CommentListProps = { comments: readonly CommentRead[]; onRemove: (id: string) => void }

function CommentList({ comments, onRemove }: CommentListProps) {
  if (comments.length === 0) return <p className="blog-comments-none ink2">{texts.empty}</p>
  return (
    <ul>
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} onRemove={() => onRemove(comment.id)} />
      ))}
    </ul>
  )
}

function Comment({ comment, onRemove }: { comment: CommentRead; onRemove: () => void }) {
  const user = useAppSelector(selectUser)
  const isAdmin = useAppSelector(selectIsAdmin)
  const isOwn = user?.id === comment.user_id
  const name = `${comment.first_name} ${comment.last_name}`.trim()
  return (
    <li className="blog-comment">
      <p className="blog-comment-head">
        <span className="strong">{isOwn ? texts.own : name}</span>
        <time className="xs mute" dateTime={comment.created_at}>
          {formatShortDateTime(comment.created_at)}
        </time>
        {comment.status === 'pending' && <Tag tone="warn">{texts.pending}</Tag>}
        {comment.status === 'rejected' && <Tag tone="bad">{texts.rejected}</Tag>}
        {(isOwn || isAdmin) && (
          <Button variant="text" small className="blog-comment-remove" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </p>
      <p className="blog-comment-text">{comment.content}</p>
      {comment.status === 'rejected' && comment.rejection_reason && (
        <p className="xs failure">{texts.reason(comment.rejection_reason.replace(/\.$/, ''))}</p>
      )}
    </li>
  )
}

type RemovalProps = { id: string; onDone: () => void; onRemoved: (id: string) => void }

function RemovalQuestion({ id, onDone, onRemoved }: RemovalProps) {
  const [remove, { isLoading, error }] = useDeleteCommentMutation()
  return (
    <ConfirmAction
      title={texts.ask}
      note={texts.askNote}
      run={() => remove(id)}
      pendingLabel={isLoading && texts.removing}
      failure={error && describeProblemByKind(error, texts.removeRefused, texts.removeFailed)}
      onDone={() => {
        onRemoved(id)
        onDone()
      }}
      onClose={onDone}
    />
  )
}

/** Says that a comment was deleted, and offers to restore it. */
function RestoreNote({ id, onDone }: { id: string; onDone: () => void }) {
  const [restore, { isLoading, error }] = useRestoreCommentMutation()
  async function restoreComment() {
    const answer = await restore(id)
    if (!answer.error) onDone()
  }
  return (
    <Note tone={error ? 'bad' : 'info'} role="status" className="blog-comment-undo">
      {error ? describeProblem(error, texts.restoreFailed) : texts.removed}{' '}
      <Button
        variant="text"
        small
        pendingLabel={isLoading && texts.restoring}
        onClick={restoreComment}
      >
        {texts.restore}
      </Button>
    </Note>
  )
}
