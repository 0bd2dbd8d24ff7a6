import { type ReactNode, Suspense, useState } from 'react'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { shell } from '../../app/texts/shell.ts'
import { IconButton } from '../../ui/IconButton'

// The dialog library is not part of the first load.
const MobileMenu = lazyWithRetry(() => import('./MobileMenu.tsx'))

export function MenuButton({ bell }: { bell?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="sh-menu-button">
      <IconButton
        icon="menu"
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
