import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import './Popover.css'
import { joinClasses } from './classes.ts'

type PopoverProps = {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement
  /** The accessible name of the popover. */
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Whether a press, or the element that gets the focus, is in the toasts. */
function isInToasts({ event }: Base.Root.ChangeEventDetails): boolean {
  const target = event instanceof FocusEvent ? event.relatedTarget : event.target
  return target instanceof Element && target.closest('.ui-toasts') !== null
}

/**
 * A popover at its button, below it, or above it if there is more room. Escape and a click outside
 * close it, and the focus returns to the button. A click in the toasts leaves it open: they lie above
 * the page and do not belong to what is under them.
 */
export function Popover(props: PopoverProps) {
  const { trigger, label, open, onOpenChange, className, children } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && isInToasts(details)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="ui-popover" align="end" sideOffset={8} collisionPadding={12}>
          <Base.Popup aria-label={label} className={joinClasses('ui-drop', className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
