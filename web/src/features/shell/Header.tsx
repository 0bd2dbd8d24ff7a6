import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { shell } from '../../shared/texts/shell.ts'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { Account, AccountBell } from './Account.tsx'
import { Logo } from './Logo.tsx'
import { NavLinks } from './NavLinks.tsx'
import { mainNav } from './navigation.ts'
import { ThemeButton } from './ThemeButton.tsx'

type Props = {
  bell?: ReactNode
  /** The admin panel has its own menu, so the header only has the logo and the tools. */
  isPanel?: boolean
}

export function Header({ bell, isPanel }: Props) {
  return (
    <header className="sh-header" data-panel={isPanel || undefined}>
      {!isPanel && <ContactStrip />}
      <div className="sh-bar">
        <div className="page">
          <Logo />
          {!isPanel && (
            <nav aria-label={shell.mainNav} className="sh-nav">
              <NavLinks items={mainNav} />
            </nav>
          )}
          <div className="sh-tools">
            <ThemeButton />
            <AccountBell bell={bell} />
            <div className="sh-account">
              <Account />
            </div>
            <MenuButton bell={bell} />
          </div>
        </div>
      </div>
      {!isPanel && (
        <nav aria-label={shell.mobileNav} className="sh-rownav">
          <div className="page">
            <NavLinks items={mainNav} />
          </div>
        </nav>
      )}
    </header>
  )
}

function ContactStrip() {
  const { contactPhone, workingHours, contactAddress } = useSettings()
  return (
    <div className="sh-strip">
      <div className="page">
        <PhoneLink phone={contactPhone} />
        <span>{workingHours}</span>
        <span className="sh-strip-end">{contactAddress}</span>
      </div>
    </div>
  )
}

// The dialog library is not part of the first load.
const MobileMenu = lazyWithRetry(() => import('./MobileMenu.tsx'))

function MenuButton({ bell }: { bell?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="sh-menu-button">
      <IconButton
        icon={frameIcons.menu}
        label={shell.menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <MobileMenu bell={bell} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
