import { Suspense, useState } from 'react'
import { useAppSelector } from '../../app/hooks.ts'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { problemText, problemTextByKind, requestIdOf } from '../../app/problem.ts'
import { selectIsAdmin, selectUser } from '../../app/sessionSlice.ts'
import { comments as texts } from '../../app/texts/blog.ts'
import type { CommentRead } from '../../app/wire/content.ts'
import { shortDateTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { ErrorNote, Note } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import {
  useDeleteCommentMutation,
  useGetCommentsInfiniteQuery,
  useRestoreCommentMutation,
} from './blogApi.ts'
import { CommentForm } from './CommentForm.tsx'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../ui/ConfirmDialog')).ConfirmDialog,
)

const placeWidths = [92, 64, 80]

export function Comments({ postId }: { postId: string }) {
  const list = useGetCommentsInfiniteQuery(postId)
  const found = list.currentData?.pages.flatMap((page) => page.data)
  const [asked, setAsked] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const approved = found?.filter(({ status }) => status === 'approved').length ?? 0
  const total = Math.max(approved, list.currentData?.pages[0]?.total ?? 0)
  return (
    <section className="blog-comments" aria-labelledby="comments-title">
      <h3 id="comments-title">{texts.title}</h3>
      {total > 0 && (
        <span className="mute num blog-comments-count" aria-hidden="true">
          {total}
        </span>
      )}
      <CommentForm postId={postId} />
      {removed && <Undo key={removed} id={removed} onDone={() => setRemoved(null)} />}
      {list.error && !found ? (
        <ErrorNote title={texts.listFailed} onRetry={list.refetch} code={requestIdOf(list.error)}>
          {problemText(list.error, '')}
        </ErrorNote>
      ) : !found ? (
        <Loading>
          {placeWidths.map((width) => (
            <div key={width} className="blog-comment">
              <Skeleton width="30%" height={14} />
              <Skeleton width={`${width}%`} height={14} />
            </div>
          ))}
        </Loading>
      ) : found.length === 0 ? (
        <p className="blog-comments-none ink2">{texts.empty}</p>
      ) : (
        <ul>
          {found.map((comment) => (
            <Comment key={comment.id} comment={comment} onRemove={() => setAsked(comment.id)} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="line" small onClick={() => list.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {asked && <Removal id={asked} onDone={() => setAsked(null)} onRemoved={setRemoved} />}
    </section>
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
          {shortDateTime(comment.created_at)}
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
        <p className="xs blog-comment-reason">
          {texts.reason(comment.rejection_reason.replace(/\.$/, ''))}
        </p>
      )}
    </li>
  )
}

type RemovalProps = { id: string; onDone: () => void; onRemoved: (id: string) => void }

function Removal({ id, onDone, onRemoved }: RemovalProps) {
  const [remove, { isLoading, error }] = useDeleteCommentMutation()
  async function confirm() {
    const answer = await remove(id)
    if (answer.error) return
    onRemoved(id)
    onDone()
  }
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title={texts.ask}
        description={
          error ? (
            <span role="alert" className="blog-failure">
              {problemTextByKind(error, texts.removeRefused, texts.removeFailed)}
            </span>
          ) : (
            texts.askNote
          )
        }
        pendingLabel={isLoading && texts.removing}
        onConfirm={confirm}
        onCancel={onDone}
      />
    </Suspense>
  )
}

/** The deleted comment and the button that restores it. */
function Undo({ id, onDone }: { id: string; onDone: () => void }) {
  const [restore, { isLoading, error }] = useRestoreCommentMutation()
  async function back() {
    const answer = await restore(id)
    if (!answer.error) onDone()
  }
  return (
    <Note tone={error ? 'bad' : 'info'} role="status" className="blog-comment-undo">
      {error ? problemText(error, texts.restoreFailed) : texts.removed}{' '}
      <Button variant="text" small pendingLabel={isLoading && texts.restoring} onClick={back}>
        {texts.restore}
      </Button>
    </Note>
  )
}
