import { Link } from 'react-router'
import { useSettings } from '../../api/settings.ts'
import { pages } from '../../shared/paths.ts'
import './Logo.css'

/** The logo: two meridians of a globe on a ground line. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="sh-mark" aria-hidden="true">
      <circle cx="16" cy="16" r="14.3" />
      <path d="M16 1.7C8.6 8 8.6 24 16 30.3M16 1.7C23.4 8 23.4 24 16 30.3M5 25.2h22" />
    </svg>
  )
}

export function Logo() {
  const { siteName } = useSettings()
  return (
    <Link to={pages.home} className="plain sh-logo">
      <LogoMark />
      {siteName}
    </Link>
  )
}
