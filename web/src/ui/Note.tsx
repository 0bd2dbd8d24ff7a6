import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import './Note.css'
import { joinClasses } from './classes.ts'
import { uiTexts } from './texts.ts'

type NoteProps = {
  tone?: 'info' | 'ok' | 'warn' | 'bad'
  title?: ReactNode
  children?: ReactNode
  /** `status` for information, `alert` for an error that just happened. */
  role?: 'status' | 'alert'
  className?: string
}

/** A message with a bar in its state colour, without a box. */
export function Note({ tone = 'info', title, children, role, className }: NoteProps) {
  return (
    <div role={role} className={joinClasses('ui-note tone', `is-${tone}`, className)}>
      {title && <p className="ui-note-title">{title}</p>}
      {children && <div>{children}</div>}
    </div>
  )
}

type ErrorNoteProps = {
  title: ReactNode
  /** The reason, who is responsible, what was saved. */
  children?: ReactNode
  /** The request id for support staff. */
  code?: string | null
  /** Its promise is awaited, and the button shows that the retry is running. */
  onRetry?: () => unknown
  retry?: string
}

/** Messages of the server end without a full stop. */
const isUnfinished = (text: ReactNode) => typeof text === 'string' && /[^.!?…\s]$/.test(text)

/** An error: what failed, why, the id for support staff, and a retry if useful. */
export function ErrorNote(props: ErrorNoteProps) {
  const { title, children, code, onRetry, retry = uiTexts.retry } = props
  const [isRetrying, setRetrying] = useState(false)
  async function repeat() {
    setRetrying(true)
    await Promise.allSettled([onRetry?.()])
    setRetrying(false)
  }
  return (
    <div className="ui-error" role="alert">
      <Note tone="bad" title={title}>
        {children}
        {code && (
          <>
            {isUnfinished(children) ? '. ' : ' '}
            {uiTexts.code} <span className="code">{code}</span>.
          </>
        )}
      </Note>
      {onRetry && (
        <Button
          variant="line"
          small
          pendingLabel={isRetrying && uiTexts.retrying}
          onClick={() => void repeat()}
        >
          {retry}
        </Button>
      )}
    </div>
  )
}

/** A strip over a page or a part of it: a message for everybody, with an action. */
export function Banner({
  tone = 'info',
  children,
  action,
  role = 'status',
}: NoteProps & { action?: ReactNode }) {
  return (
    <div role={role} className={joinClasses('ui-banner tone', `is-${tone}`)}>
      <div>{children}</div>
      {action && <div className="btns">{action}</div>}
    </div>
  )
}
