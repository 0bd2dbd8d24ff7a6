import { papers as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { EmptyState } from '../../ui/EmptyState'
import { PaperList } from './PaperList.tsx'

/** What the client owes stands first: he came for it. */
export function Papers({ order }: { order: OrderRead }) {
  const yours = order.documents.filter((paper) => paper.side === 'client')
  const ours = order.documents.filter((paper) => paper.side === 'company')
  if (order.documents.length === 0)
    return (
      <EmptyState as="h2" title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  return (
    <div className="db-halves">
      {yours.length > 0 && (
        <section aria-labelledby="papers-yours">
          <h2 id="papers-yours" className="db-sub">
            {texts.yours}
          </h2>
          <PaperList order={order} papers={yours} />
          <p className="xs mute">{texts.accepts}</p>
        </section>
      )}
      {ours.length > 0 && (
        <section aria-labelledby="papers-ours">
          <h2 id="papers-ours" className="db-sub">
            {texts.ours}
          </h2>
          <PaperList order={order} papers={ours} />
        </section>
      )}
    </div>
  )
}
