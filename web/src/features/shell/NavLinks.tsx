import { Link, useMatch } from 'react-router'
import { useHydrated } from '../../platform/useHydrated.ts'
import type { NavItem } from './navigation.ts'

/**
 * One shell is served for many URLs, so its HTML marks no current page
 * (scripts/pages/shellPage.ts).
 */
const isSharedShell = () => globalThis.document?.documentElement.dataset.shell !== undefined

/** Marks the link of the current page, which has the text colour because it opens no other page. */
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
