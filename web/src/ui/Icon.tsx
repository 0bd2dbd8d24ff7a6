import './Icon.css'
import { joinClasses } from './classes.ts'

type IconProps = {
  /** From icons.ts or frameIcons.ts. */
  path: string
  /** Filled with its own colour: a bookmark or heart that is active. */
  filled?: boolean
  className?: string
}

/** Decorative: the text beside it, or its button, has the name. */
export function Icon({ path, filled, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={joinClasses('ui-icon', filled && 'ui-icon-filled', className)}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
