import { Suspense, useState } from 'react'
import type { OrderRead } from '../../../api/wire/content.ts'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { order as orderTexts, share as texts } from '../../../shared/texts/orders.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { icons } from '../../../ui/icons.ts'
import { buildContactLink } from './contactAbout.ts'

const ShareDialog = lazyWithRetry(() => import('./ShareDialog.tsx'))

export function ShareOrder({ order }: { order: OrderRead }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="btns">
      <LinkButton to={buildContactLink(order.number)} variant="line" small>
        {orderTexts.ask}
      </LinkButton>
      <Button variant="text" small onClick={() => setOpen(true)}>
        <Icon path={icons.share} />
        {texts.open}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog order={order.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
