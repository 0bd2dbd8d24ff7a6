import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { useBackCloses } from '../../shared/backCloses.ts'
import { shell } from '../../shared/texts/shell.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { Account } from './Account.tsx'
import { Logo } from './Logo.tsx'
import './MobileMenu.css'
import { frameIcons } from '../../ui/frameIcons.ts'
import { NavLinks } from './NavLinks.tsx'
import { mainNav } from './navigation.ts'
import { ThemeButton } from './ThemeButton.tsx'

export default function MobileMenu({ bell, onClose }: { bell?: ReactNode; onClose: () => void }) {
  const { contactPhone, workingHours } = useSettings()
  useBackCloses(onClose)
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup className="sh-menu">
          <Dialog.Title className="sr">{shell.menu}</Dialog.Title>
          <div className="sh-menu-head">
            <Logo />
            <div className="sh-menu-tools">
              <ThemeButton />
              <Dialog.Close className="ui-iconbtn" aria-label={shell.closeMenu}>
                <Icon path={frameIcons.close} />
              </Dialog.Close>
            </div>
          </div>
          <nav aria-label={shell.mobileNav} className="sh-menu-nav">
            <NavLinks items={mainNav} onFollow={onClose} />
          </nav>
          <div className="btns sh-menu-account">
            <Account bell={bell} onFollow={onClose} />
          </div>
          <p className="sh-menu-contact s">
            <PhoneLink phone={contactPhone} />
            <span className="mute">{workingHours}</span>
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
