import { NavLink } from 'react-router'
import type { NavItem } from './navigation.ts'

/** The current page is marked with ink: it cannot be pressed, so it does not take the accent. */
export function NavLinks({ items, onFollow }: { items: NavItem[]; onFollow?: () => void }) {
  return items.map(({ to, name }) => (
    <NavLink key={to} to={to} end={to === '/'} onClick={onFollow}>
      {name}
    </NavLink>
  ))
}
