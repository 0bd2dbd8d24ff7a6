import type { RefObject } from 'react'
import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { moderation } from '../../app/texts/adminInbox.ts'
import type { CommentAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Chip, Chips } from '../../ui/Chip'
import { TextField } from '../../ui/TextField'
import { type Detail, DetailList } from './DetailList.tsx'

type Props = {
  comment: CommentAdmin
  reasons: readonly string[]
  reason: string
  onReason: (reason: string) => void
  reasonField: RefObject<HTMLInputElement | null>
  isSending: boolean
  onApprove: () => void
  onReject: () => void
}

export function CommentPanel(props: Props) {
  const { comment, reasons, reason, onReason, reasonField, isSending } = props
  const why: Detail = [moderation.why, comment.rejection_reason]
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
          [moderation.written, dayAndTime(comment.created_at)],
          ...(comment.rejection_reason ? [why] : []),
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
        <form
          className="stack-16 ad-block"
          aria-label={moderation.reject}
          data-no-draft={reason === '' || undefined}
          onSubmit={(event) => {
            event.preventDefault()
            props.onReject()
          }}
        >
          <TextField
            ref={reasonField}
            small
            label={moderation.reason}
            hint={moderation.reasonHint}
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
          <Chips label={moderation.ready}>
            {reasons.map((one) => (
              <Chip key={one} pressed={one === reason} onClick={() => onReason(one)}>
                {one}
              </Chip>
            ))}
          </Chips>
          <div className="btns">
            <Button
              type="submit"
              small
              variant="danger"
              pendingLabel={isSending && moderation.rejecting}
              disabled={reason.trim() === ''}
            >
              {moderation.reject}
            </Button>
          </div>
        </form>
      )}
    </aside>
  )
}
