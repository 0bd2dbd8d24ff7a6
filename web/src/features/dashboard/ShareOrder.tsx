import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { anchors } from '../../app/paths.ts'
import { order as orderTexts, share as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { Button, LinkButton } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

const ShareDialog = lazyWithRetry(() => import('./ShareDialog.tsx'))

export function ShareOrder({ order }: { order: OrderRead }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="btns">
      <LinkButton to={anchors.contactForm} variant="line" small>
        {orderTexts.ask}
      </LinkButton>
      <Button variant="text" small onClick={() => setOpen(true)}>
        <Icon name="share" />
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
