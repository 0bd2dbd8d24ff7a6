import { type ReactNode, useState } from 'react'
import { Button } from './Button'
import './Note.css'
import { classes } from './classes'
import { uiTexts } from './texts'

type NoteProps = {
  tone?: 'info' | 'ok' | 'warn' | 'bad'
  title?: ReactNode
  children?: ReactNode
  /** status for what came by itself, alert for what went wrong just now. */
  role?: 'status' | 'alert'
  className?: string
}

/** A bar of state colour and words; no box. */
export function Note({ tone = 'info', title, children, role, className }: NoteProps) {
  return (
    <div role={role} className={classes('ui-note', `is-${tone}`, className)}>
      {title && <p className="ui-note-title">{title}</p>}
      {children && <div>{children}</div>}
    </div>
  )
}

type ErrorNoteProps = {
  title: ReactNode
  /** Why, whose fault, what is safe. */
  children?: ReactNode
  /** The request's number, for the support. */
  code?: string | null
  /** What it answers with is waited for: meanwhile the button says that it repeats. */
  onRetry?: () => unknown
  retry?: string
}

/** What failed, why, the code to name, and a repeat where it makes sense. */
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
            {' '}
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

/** A strip over a page or a part of it: something everybody should know, and what to do. */
export function Banner({
  tone = 'info',
  children,
  action,
  role = 'status',
}: NoteProps & { action?: ReactNode }) {
  return (
    <div role={role} className={classes('ui-banner', `is-${tone}`)}>
      <div>{children}</div>
      {action && <div className="btns">{action}</div>}
    </div>
  )
}
