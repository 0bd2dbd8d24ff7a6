import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { typesetText } from '../lib/typography.ts'
import './Dialog.css'
import { joinClasses } from './classes.ts'
import { frameIcons } from './frameIcons.ts'
import { Icon } from './Icon.tsx'
import { RestoreFocusOnUnmount } from './lostFocus.ts'
import { uiTexts } from './texts.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** The accessible name. */
  title: ReactNode
  /** The title is for screen readers only, if the content has its own heading. */
  hideTitle?: boolean
  description?: ReactNode
  /** narrow 480, medium 640, wide 960 px. */
  size?: 'narrow' | 'medium' | 'wide'
  /** Fills the whole window on phones instead of rising from the bottom. */
  fullOnPhone?: boolean
  /** Gets the focus when the dialog opens; by default the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A click outside does not close it, for forms with input. */
  notDismissible?: boolean
  /** Without padding, for content with its own layout. */
  bare?: boolean
  className?: string
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, hideTitle, description, size = 'medium', bare } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      disablePointerDismissal={props.notDismissible}
    >
      <Base.Portal>
        {/* A dialog over a dialog dims the lower one too. */}
        <Base.Backdrop forceRender className="ui-scrim" />
        <Base.Viewport className={joinClasses('ui-dialog-port', props.fullOnPhone && 'is-full')}>
          <Base.Popup
            initialFocus={props.initialFocus}
            className={joinClasses('ui-dialog', `ui-dialog-${size}`, props.className)}
          >
            <div className={joinClasses('ui-dialog-head', hideTitle && 'is-empty')}>
              <Base.Title className={hideTitle ? 'sr' : 'ui-dialog-title'}>{title}</Base.Title>
            </div>
            <div className={bare ? 'ui-dialog-bare' : 'ui-dialog-body'}>
              {description && (
                <Base.Description className="ui-dialog-description">
                  {typesetText(description)}
                </Base.Description>
              )}
              {props.children}
            </div>
            {/* Last in the DOM order, so that the first field of a form gets the focus. */}
            <Base.Close className="ui-iconbtn ui-dialog-close" aria-label={uiTexts.close}>
              <Icon path={frameIcons.close} />
            </Base.Close>
            <RestoreFocusOnUnmount />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
