import type { RefObject } from 'react'
import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { CommentAdmin } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { pages } from '../../../shared/paths.ts'
import { moderation } from '../../../shared/texts/adminInbox.ts'
import { Button } from '../../../ui/Button.tsx'
import { createChange } from '../adminApi.ts'
import { ActionForm } from '../record/ActionForm.tsx'
import { type Detail, DetailList } from '../record/DetailList.tsx'
import { createRequiredText, type Field } from '../section.ts'

export type Decision = 'approve' | 'reject'

type Props = {
  comment: CommentAdmin
  reasons: readonly string[]
  rejectForm: RefObject<HTMLFormElement | null>
  isSending: boolean
  onApprove: () => void
  onRejected: () => void
}

/** The reason for a rejection, with the server's ready texts. */
export const createReasonField = (texts: readonly string[]): Field => ({
  ...createRequiredText('reason', moderation.reason, moderation.reasonHint),
  suggestions: { label: moderation.ready, texts },
})

/** The request that decides on comments. It has their versions, so that the server refuses changed comments. */
export const createDecision = (
  action: Decision,
  comments: readonly CommentAdmin[],
  reason?: string,
) =>
  createChange('POST', calls.contentAdmin('comments/bulk'), ['Comment'], {
    action,
    ids: comments.map(({ id }) => id),
    versions: Object.fromEntries(comments.map(({ id, version }) => [id, version])),
    reason,
  })

export function CommentPanel(props: Props) {
  const { comment, isSending } = props
  const rejectionDetail: Detail = [moderation.why, comment.rejection_reason]
  const author = `${comment.first_name} ${comment.last_name}`.trim()
  return (
    <aside className="ad-panel" aria-label={author}>
      <p className="ad-quote">{comment.content}</p>
      <DetailList
        details={[
          [moderation.author, comment.author_blocked ? `${author}, ${moderation.blocked}` : author],
          [
            moderation.history,
            moderation.historyText(comment.author_approved, comment.author_rejected),
          ],
          [
            moderation.article,
            <Link key="article" to={pages.article(comment.post_slug)}>
              {comment.post_title}
            </Link>,
          ],
          [moderation.written, formatDayAndTime(comment.created_at)],
          ...(comment.rejection_reason ? [rejectionDetail] : []),
        ]}
      />
      {comment.status !== 'approved' && (
        <div className="btns">
          <Button small pendingLabel={isSending && moderation.approving} onClick={props.onApprove}>
            {moderation.approve}
          </Button>
        </div>
      )}
      {comment.status !== 'rejected' && (
        <div className="ad-block">
          <ActionForm
            ref={props.rejectForm}
            label={moderation.reject}
            fields={[createReasonField(props.reasons)]}
            // A typed reason belongs to its comment and must not be sent for the next one.
            draftKey={`reject-${comment.id}`}
            pendingLabel={moderation.rejecting}
            variant="danger"
            change={({ reason }) => createDecision('reject', [comment], reason)}
            onDone={props.onRejected}
          />
        </div>
      )}
    </aside>
  )
}
