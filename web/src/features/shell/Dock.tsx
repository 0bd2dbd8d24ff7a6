import { shell } from '../../shared/texts/shell.ts'
import { joinClasses } from '../../ui/classes.ts'
import { NavLinks } from './NavLinks.tsx'
import { mainNav } from './navigation.ts'
import { useScrolledPast } from './useScrolledPast.ts'

// Height of the header's strip and bar in px.
const headerHeight = 102

/**
 * Links to the main pages, visible while the header is out of view. Keyboard users can always reach
 * them.
 */
export function Dock() {
  const isAway = !useScrolledPast(headerHeight)
  return (
    <nav aria-label={shell.dockNav} className={joinClasses('sh-dock', isAway && 'is-away')}>
      <NavLinks items={mainNav} />
    </nav>
  )
}
