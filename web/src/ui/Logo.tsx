import './Logo.css'
import { classes } from './classes'

/** The meridian arc over the ground line. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg className={classes('ui-logo-mark', className)} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="14.3" />
      <path d="M16 1.7C8.6 8 8.6 24 16 30.3M16 1.7C23.4 8 23.4 24 16 30.3M5 25.2h22" />
    </svg>
  )
}

/** Mark and name; the name comes from the site settings. Stands inside the link that the page makes. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={classes('ui-logo', className)}>
      <LogoMark />
      {name}
    </span>
  )
}
