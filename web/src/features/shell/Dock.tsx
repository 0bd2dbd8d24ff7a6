import { shell } from '../../app/texts/shell.ts'
import { NavLinks } from './NavLinks.tsx'
import { shortNav } from './navigation.ts'

export function Dock() {
  return (
    <nav aria-label={shell.dockNav} className="sh-dock">
      <NavLinks items={shortNav} />
    </nav>
  )
}
