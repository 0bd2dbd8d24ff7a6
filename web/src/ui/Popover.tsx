import { Dialog as Base } from '@base-ui/react/dialog'
import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import './Popover.css'
import { classes } from './classes.ts'

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

const GAP = 8
const EDGE = 12
/** Width of .ui-drop in px. */
const WIDTH = 400

/**
 * Position below the trigger in page coordinates, so that it scrolls with the page; above it if
 * there is more room.
 */
function hangFrom(trigger: Element): CSSProperties {
  const { top, bottom, right } = trigger.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const below = window.innerHeight - bottom - GAP - EDGE
  const above = top - GAP - EDGE
  const isAbove = below < 240 && above > below
  const room = width - WIDTH - EDGE
  const side =
    room < EDGE
      ? { left: EDGE, right: EDGE, width: 'auto' }
      : { right: Math.max(EDGE, Math.min(width - right, room)) }
  return {
    ...side,
    top: isAbove ? undefined : bottom + window.scrollY + GAP,
    bottom: isAbove ? -window.scrollY + window.innerHeight - top + GAP : undefined,
    maxHeight: isAbove ? above : below,
  }
}

/**
 * A popover at its button. Escape and a click outside close it, and the focus returns to the
 * button. It is a dialog without a backdrop: a positioning library would be larger than the rest of
 * a page's code.
 */
export function Popover(props: PopoverProps) {
  const { trigger, label, open, onOpenChange, className } = props
  const id = useId()
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    const button = open && document.getElementById(id)
    if (button) setPlace(hangFrom(button))
  }, [open, id])
  return (
    <Base.Root modal={false} open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger id={id} render={trigger} />
      <Base.Portal>
        <Base.Popup
          aria-label={label}
          style={place}
          className={classes('ui-drop', 'ui-popover', className)}
        >
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
