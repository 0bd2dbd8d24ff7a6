import { Link, useMatch } from 'react-router'
import { useHydrated } from '../../platform/useHydrated.ts'
import { shell } from '../../shared/texts/shell.ts'
import { classes } from '../../ui/classes.ts'
import { type NavItem, shortNav } from './navigation.ts'
import { useScrolledPast } from './useScrolledPast.ts'

/**
 * One shell is served for many URLs, so its HTML marks no current page
 * (scripts/pages/shellPage.ts).
 */
const isSharedShell = () => globalThis.document?.documentElement.dataset.shell !== undefined

/** The current page has the text colour instead of the accent, because it is not clickable. */
export function NavLinks({ items, onFollow }: { items: NavItem[]; onFollow?: () => void }) {
  const isHydrated = useHydrated()
  // Hydration does not patch attributes, so the mark needs a later update.
  const isMarked = isHydrated || !isSharedShell()
  return items.map((item) => (
    <ItemLink key={item.to} {...item} isMarked={isMarked} onFollow={onFollow} />
  ))
}

type ItemProps = NavItem & { isMarked: boolean; onFollow?: () => void }

function ItemLink({ to, name, isMarked, onFollow }: ItemProps) {
  const isCurrent = useMatch({ path: to, end: to === '/' }) !== null
  return (
    <Link to={to} aria-current={isCurrent && isMarked ? 'page' : undefined} onClick={onFollow}>
      {name}
    </Link>
  )
}

// Height of the header's strip and bar in px.
const headerHeight = 102

/**
 * Links to the main pages while the header is out of view. Keyboard users reach it anywhere on the
 * page.
 */
export function Dock() {
  const isAway = !useScrolledPast(headerHeight)
  return (
    <nav aria-label={shell.dockNav} className={classes('sh-dock', isAway && 'is-away')}>
      <NavLinks items={shortNav} />
    </nav>
  )
}
