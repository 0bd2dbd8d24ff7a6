import { type CSSProperties, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Tag, type Tone } from './Tag.tsx'
import './Toast.css'
import { classes } from './classes.ts'
import { frameIcons } from './frameIcons.ts'
import { uiTexts } from './texts.ts'
import { usePausableTimeout } from './usePausableTimeout.ts'

type ToastAction = { label: string; onSelect: () => void }

export type ToastData = {
  id: string
  tone: Exclude<Tone, 'live' | 'plain'>
  /** Label of the tag: 'Платёж'. */
  kind: string
  title: ReactNode
  text?: ReactNode
  actions?: readonly ToastAction[]
  /** Duration in ms, or null for a toast that only the user closes. */
  life: number | null
  urgent?: boolean
}

const EXIT_MS = 300

/**
 * One toast. Hover or focus pauses its timeout. It fades out in 300 ms, then `onClosed` is called.
 */
export function Toast({ toast, onClosed }: { toast: ToastData; onClosed: (id: string) => void }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const isPaused = isHovered || isFocused
  const close = () => setLeaving(true)
  usePausableTimeout(toast.life, isPaused || isLeaving, close)
  usePausableTimeout(isLeaving ? EXIT_MS : null, false, () => onClosed(toast.id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses; Escape is the button.
    <div
      role={toast.urgent ? 'alert' : 'status'}
      // The viewport announces it: few screen readers read a status that is inserted together with
      // its text.
      aria-live={toast.urgent ? undefined : 'off'}
      className={classes('ui-toast tone', `is-${toast.tone}`, isLeaving && 'is-leaving')}
      style={{ '--life': `${toast.life ?? 0}ms` } as CSSProperties}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="ui-toast-top">
        <Tag tone={toast.tone}>{toast.kind}</Tag>
        <IconButton
          icon={frameIcons.close}
          label={uiTexts.close}
          className="ui-toast-close"
          onClick={close}
        />
      </div>
      <p className="strong">{toast.title}</p>
      {toast.text && <div className="ink2">{toast.text}</div>}
      {toast.actions && toast.actions.length > 0 && (
        <div className="btns">
          {toast.actions.map((action) => (
            <Button
              key={action.label}
              variant="text"
              small
              onClick={() => {
                action.onSelect()
                close()
              }}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {toast.life !== null && <i className={classes('ui-toast-life', isPaused && 'is-paused')} />}
    </div>
  )
}

type ToastViewportProps = {
  /** Oldest first, at most five. The caller selects them. */
  toasts: readonly ToastData[]
  /** '+2 more notifications' */
  more?: string | null
  label: string
  onClosed: (id: string) => void
}

/**
 * The corner of the page with the toasts, the newest at the bottom. It exists before the first
 * toast, because screen readers announce only additions to an existing live region.
 */
export function ToastViewport({ toasts, more, label, onClosed }: ToastViewportProps) {
  return (
    <section className="ui-toasts" aria-label={label} aria-live="polite" aria-relevant="additions">
      {more && <p className="ui-toasts-more">{more}</p>}
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClosed={onClosed} />
      ))}
    </section>
  )
}
