import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './Button'
import './Dialog.css'
import { FocusKept } from './lostFocus'
import { words } from './words'

export type ConfirmDialogProps = {
  open: boolean
  /** The question itself: 'Удалить комментарий?' */
  title: ReactNode
  description?: ReactNode
  /** What has to be said with the answer. */
  children?: ReactNode
  /** The deed still lacks something. */
  disabled?: boolean
  confirm?: string
  cancel?: string
  /** The word of progress while the deed is done. */
  sending?: string | false
  /** Takes the focus when the button that asked goes with the deed. */
  near?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what cannot be undone. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm = words.remove, cancel = words.cancel, sending, onConfirm, onCancel } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="ui-scrim" />
        <AlertDialog.Viewport className="ui-dialog-port">
          <AlertDialog.Popup initialFocus={safe} className="ui-dialog ui-dialog-narrow">
            <div className="ui-dialog-head">
              <AlertDialog.Title className="h3 ui-dialog-ask">{props.title}</AlertDialog.Title>
            </div>
            <div className="ui-dialog-body" data-draft>
              {props.description && (
                <AlertDialog.Description className="ui-dialog-description">
                  {props.description}
                </AlertDialog.Description>
              )}
              {props.children}
              <div className="btns">
                <Button
                  look="danger"
                  disabled={props.disabled}
                  sending={sending}
                  onClick={onConfirm}
                >
                  {confirm}
                </Button>
                <Button ref={safe} look="text" disabled={Boolean(sending)} onClick={onCancel}>
                  {cancel}
                </Button>
              </div>
            </div>
            <FocusKept near={props.near} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
