import { NavLink } from 'react-router'
import { useHydrated } from '../../platform/useHydrated.ts'
import { shell } from '../../shared/texts/shell.ts'
import { type NavItem, shortNav } from './navigation.ts'

/** One shell is served for many addresses, so its HTML marks no current page (scripts/pages/shellPage.ts). */
const isSharedShell = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.shell !== undefined

/** The current page has the text colour: it is not clickable, so it has no accent. */
export function NavLinks({ items, onFollow }: { items: NavItem[]; onFollow?: () => void }) {
  const isHydrated = useHydrated()
  // Hydration patches no attributes: the mark must come with a later update.
  const current = isHydrated || !isSharedShell() ? 'page' : 'false'
  return items.map(({ to, name }) => (
    <NavLink key={to} to={to} end={to === '/'} aria-current={current} onClick={onFollow}>
      {name}
    </NavLink>
  ))
}

export function Dock() {
  return (
    <nav aria-label={shell.dockNav} className="sh-dock">
      <NavLinks items={shortNav} />
    </nav>
  )
}
