import { Toast as Base } from '@base-ui/react/toast'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Tag, type Tone } from './Tag.tsx'
import './Toast.css'
import { joinClasses } from './classes.ts'
import { frameIcons } from './frameIcons.ts'
import { uiTexts } from './texts.ts'

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
  duration: number | null
  urgent?: boolean
}

type ShownToast = Base.Root.ToastObject<ToastData>

const isLeaving = (toast: ShownToast) => toast.transitionStatus === 'ending'

function Toast({ toast, data }: { toast: ShownToast; data: ToastData }) {
  const { tone, duration, urgent } = data
  const role = urgent ? 'alert' : 'status'
  return (
    <Base.Root
      toast={toast}
      swipeDirection="right"
      role={toast.limited ? 'none' : role}
      // biome-ignore lint/a11y/useValidAriaValues: the library sets it, but only dialogs may have it.
      aria-modal={undefined}
      // The region announces it: few screen readers read a status that is inserted together with its
      // text.
      aria-live={urgent ? undefined : 'off'}
      className={joinClasses('ui-toast tone', `is-${tone}`)}
      style={{ '--duration': `${duration ?? 0}ms` } as CSSProperties}
    >
      {!toast.limited && <ToastContent id={toast.id} data={data} />}
      {duration !== null && <i className="ui-toast-time" />}
    </Base.Root>
  )
}

function ToastContent({ id, data }: { id: string; data: ToastData }) {
  const { close } = Base.useToastManager()
  const { tone, kind, title, text, actions = [] } = data
  return (
    <>
      <div className="ui-toast-top">
        <Tag tone={tone}>{kind}</Tag>
        <IconButton
          icon={frameIcons.close}
          label={uiTexts.close}
          className="ui-toast-close"
          onClick={() => close(id)}
        />
      </div>
      <Base.Title render={<p />} className="strong">
        {title}
      </Base.Title>
      {text && (
        <Base.Description render={<div />} className="ink2">
          {text}
        </Base.Description>
      )}
      {actions.length > 0 && (
        <div className="btns">
          {actions.map((action) => (
            <Button
              key={action.label}
              variant="text"
              small
              onClick={() => {
                action.onSelect()
                close(id)
              }}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

type ToastRegionProps = {
  /** Oldest first. A toast that is removed from the list leaves the page. */
  toasts: readonly ToastData[]
  /** How many of the newest toasts are visible at once. The time of the hidden ones runs too. */
  maximum: number
  /** '+2 more notifications' */
  more: (hidden: number) => string
  label: string
  /** Called when the time of a toast is over, or the user has closed it. */
  onClosed: (id: string) => void
}

/**
 * The corner of the page with the toasts, the newest at the bottom. It exists before the first
 * toast, because screen readers announce only additions to an existing live region. F6 moves the
 * focus to it. The time of all toasts pauses while the pointer or the focus is in it, and while the
 * window has no focus.
 */
export function ToastRegion({ maximum, ...props }: ToastRegionProps) {
  return (
    <Base.Provider limit={maximum}>
      <ToastViewport {...props} />
    </Base.Provider>
  )
}

/**
 * Whether the window has lost the focus. The library then pauses the time of the toasts, but does not say so. Like the
 * library, this listens only while there are toasts.
 */
function useIsWindowBlurred(hasToasts: boolean): boolean {
  const [isBlurred, setBlurred] = useState(false)
  useEffect(() => {
    if (!hasToasts) return
    const onBlur = () => setBlurred(true)
    const onFocus = () => setBlurred(false)
    addEventListener('blur', onBlur)
    addEventListener('focus', onFocus)
    return () => {
      removeEventListener('blur', onBlur)
      removeEventListener('focus', onFocus)
    }
  }, [hasToasts])
  return isBlurred
}

function ToastViewport({ toasts, more, label, onClosed }: Omit<ToastRegionProps, 'maximum'>) {
  const { toasts: shown, add, close } = Base.useToastManager<ToastData>()
  useEffect(() => {
    const listed = new Set(toasts.map(({ id }) => id))
    const known = new Set(shown.map(({ id }) => id))
    for (const toast of shown) if (!listed.has(toast.id) && !isLeaving(toast)) close(toast.id)
    for (const data of toasts) {
      const { id, duration } = data
      if (!known.has(id)) add({ id, timeout: duration ?? 0, data, onClose: () => onClosed(id) })
    }
  })
  const isWindowBlurred = useIsWindowBlurred(shown.length > 0)
  const hidden = shown.filter((toast) => toast.limited && !isLeaving(toast)).length
  return (
    <Base.Viewport
      className="ui-toasts"
      aria-label={label}
      aria-relevant="additions"
      data-window-blurred={isWindowBlurred || undefined}
      render={<section />}
    >
      {hidden > 0 && <p className="ui-toasts-more">{more(hidden)}</p>}
      {shown.toReversed().map((toast) => {
        const data = toasts.find(({ id }) => id === toast.id) ?? toast.data
        return data && <Toast key={toast.id} toast={toast} data={data} />
      })}
    </Base.Viewport>
  )
}
