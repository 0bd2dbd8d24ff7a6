import { orderDocuments as texts } from '../../app/texts/orders.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { EmptyState } from '../../ui/EmptyState'
import { TitledSection } from './DashboardSection.tsx'
import { DocumentList } from './DocumentList.tsx'

/** The documents of an order; those required from the customer come first. */
export function OrderDocuments({ order }: { order: OrderRead }) {
  const fromCustomer = order.documents.filter((document) => document.side === 'client')
  const fromCompany = order.documents.filter((document) => document.side === 'company')
  if (order.documents.length === 0)
    return (
      <EmptyState as="h2" title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  return (
    <div className="db-halves">
      {fromCustomer.length > 0 && (
        <TitledSection id="documents-yours" title={texts.yours}>
          <DocumentList order={order} documents={fromCustomer} />
          <p className="xs mute">{texts.accepts}</p>
        </TitledSection>
      )}
      {fromCompany.length > 0 && (
        <TitledSection id="documents-ours" title={texts.ours}>
          <DocumentList order={order} documents={fromCompany} />
        </TitledSection>
      )}
    </div>
  )
}
