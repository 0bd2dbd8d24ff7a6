import './Icon.css'
import { classes } from './classes.ts'
import { type IconName, icons } from './icons.ts'

export type { IconName }

type IconProps = {
  name: IconName
  /** Filled with its own colour: a bookmark or heart that is active. */
  filled?: boolean
  className?: string
}

/** Decorative: the text beside it, or its button, has the name. */
export function Icon({ name, filled, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={classes('ui-icon', filled && 'ui-icon-filled', className)}
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  )
}
