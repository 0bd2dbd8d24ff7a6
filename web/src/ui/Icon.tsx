import './Icon.css'
import { classes } from './classes'
import { type IconName, icons } from './icons'

export type { IconName }

type IconProps = {
  name: IconName
  /** The accessible name; without it the icon is decoration. */
  label?: string
  /** Filled with its own colour: a bookmark or heart that is set. */
  filled?: boolean
  className?: string
}

export function Icon({ name, label, filled, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={classes('ui-icon', filled && 'ui-icon-filled', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={icons[name]} />
    </svg>
  )
}
