import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { typesetText } from '../lib/typography.ts'
import { Button } from './Button.tsx'
import './Dialog.css'
import { RestoreFocusOnUnmount } from './lostFocus.ts'
import { uiTexts } from './texts.ts'

type ConfirmDialogProps = {
  open: boolean
  /** The question: 'Удалить комментарий?' */
  title: ReactNode
  description?: ReactNode
  /** Fields of the answer. Enter in one of them confirms. */
  children?: ReactNode
  /** A required value is missing. */
  disabled?: boolean
  confirm?: string
  /** Style of the confirm button. */
  variant?: 'solid' | 'danger'
  cancel?: string
  /** Label of the confirm button while the action runs. */
  pendingLabel?: string | false
  /** Gets the focus if the action removes the button that opened the dialog. */
  restoreFocusTo?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that is irreversible or has a price. The cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    confirm = uiTexts.remove,
    variant = 'danger',
    cancel = uiTexts.cancel,
    pendingLabel,
    onConfirm,
    onCancel,
  } = props
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root
      open={props.open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="ui-scrim" />
        <AlertDialog.Viewport className="ui-dialog-port">
          <AlertDialog.Popup initialFocus={cancelButton} className="ui-dialog ui-dialog-narrow">
            <div className="ui-dialog-head">
              <AlertDialog.Title className="h3 ui-dialog-ask">{props.title}</AlertDialog.Title>
            </div>
            <form
              className="ui-dialog-body"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                // React would bubble the event to the form that opened the dialog.
                event.stopPropagation()
                onConfirm()
              }}
            >
              {props.description && (
                <AlertDialog.Description className="ui-dialog-description">
                  {typesetText(props.description)}
                </AlertDialog.Description>
              )}
              {props.children}
              <div className="btns">
                <Button
                  variant={variant}
                  disabled={props.disabled}
                  pendingLabel={pendingLabel}
                  type="submit"
                >
                  {confirm}
                </Button>
                <Button
                  ref={cancelButton}
                  variant="text"
                  disabled={Boolean(pendingLabel)}
                  onClick={onCancel}
                >
                  {cancel}
                </Button>
              </div>
            </form>
            <RestoreFocusOnUnmount restoreFocusTo={props.restoreFocusTo} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
