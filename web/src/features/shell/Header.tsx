import type { ReactNode } from 'react'
import { useSettings } from '../../app/settings.ts'
import { shell } from '../../app/texts/shell.ts'
import { Account, AccountBell } from './Account.tsx'
import { Logo } from './Logo.tsx'
import { MenuButton } from './MenuButton.tsx'
import { NavLinks } from './NavLinks.tsx'
import { headerNav, shortNav } from './navigation.ts'
import { phoneLink } from './phoneLink.ts'
import { ThemeButton } from './ThemeButton.tsx'

export function Header({ bell }: { bell?: ReactNode }) {
  return (
    <header className="sh-header">
      <ContactStrip />
      <div className="sh-bar">
        <div className="page">
          <Logo />
          <nav aria-label={shell.mainNav} className="sh-nav">
            <NavLinks items={headerNav} />
          </nav>
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
      <nav aria-label={shell.mobileNav} className="sh-rownav">
        <div className="page">
          <NavLinks items={shortNav} />
        </div>
      </nav>
    </header>
  )
}

function ContactStrip() {
  const { contactPhone, workingHours, contactAddress } = useSettings()
  return (
    <div className="sh-strip">
      <div className="page">
        <a className="num" href={phoneLink(contactPhone)}>
          {contactPhone}
        </a>
        <span>{workingHours}</span>
        <span className="sh-strip-end">{contactAddress}</span>
      </div>
    </div>
  )
}
