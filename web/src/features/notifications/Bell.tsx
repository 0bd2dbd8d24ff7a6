// The bell in the header of a signed-in customer.

import { useState } from 'react'
import { useAppSelector } from '../../app/hooks.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { bellLimits as limits } from '../../shared/limits.ts'
import { bell, lists } from '../../shared/texts/notifications.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { BellPopover } from './BellPopover.tsx'
import { selectInbox } from './inboxSlice.ts'
import './notifications.css'
import { icons } from '../../ui/icons.ts'

export default function Bell() {
  const [isOpen, setOpen] = useState(false)
  const { unread } = useAppSelector(selectInbox)
  const badge = unread > limits.badgeMaximum ? `${limits.badgeMaximum}+` : String(unread)
  return (
    <Popover
      label={bell.name}
      open={isOpen}
      onOpenChange={setOpen}
      className="nt-popover"
      trigger={
        <IconButton
          icon={icons.bell}
          label={unread > 0 ? bell.named(badge, unread) : bell.name}
          badge={unread > 0 ? badge : null}
        />
      }
    >
      <ErrorBoundary title={lists.boundary}>
        <BellPopover onClose={() => setOpen(false)} />
      </ErrorBoundary>
    </Popover>
  )
}
