import { Link, useMatch } from 'react-router'
import { useHydrated } from '../../platform/useHydrated.ts'
import { shell } from '../../shared/texts/shell.ts'
import { classes } from '../../ui/classes.ts'
import { type NavItem, shortNav } from './navigation.ts'
import { useScrolledPast } from './useScrolledPast.ts'

/** One shell is served for many addresses, so its HTML marks no current page (scripts/pages/shellPage.ts). */
const isSharedShell = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.shell !== undefined

/** The current page has the text colour: it is not clickable, so it has no accent. */
export function NavLinks({ items, onFollow }: { items: NavItem[]; onFollow?: () => void }) {
  const isHydrated = useHydrated()
  // Hydration patches no attributes: the mark must come with a later update.
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

// The strip and the bar of the header.
const headerHeight = 102

/** The way to the main pages while the header is out of sight. The keyboard reaches it at any place of the page. */
export function Dock() {
  const isAway = !useScrolledPast(headerHeight)
  return (
    <nav aria-label={shell.dockNav} className={classes('sh-dock', isAway && 'is-away')}>
      <NavLinks items={shortNav} />
    </nav>
  )
}
