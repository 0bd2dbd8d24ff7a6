import { useState } from 'react'
import { Link } from 'react-router'
import type { DocumentRead, OrderRead } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { useUploading } from '../../../shared/form/unsent.ts'
import { orderDocuments as texts } from '../../../shared/texts/orders.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilePick } from '../../../ui/FilePick.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { icons } from '../../../ui/icons.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { FileLink } from '../FileLink.tsx'
import { documentTypes, isTooLarge } from '../uploads.ts'
import { buildContactLink } from './contactAbout.ts'
import { useUploadDocumentMutation } from './ordersApi.ts'

const tones: Record<DocumentRead['status'], Tone> = {
  needed: 'warn',
  sent: 'info',
  accepted: 'ok',
  rejected: 'bad',
}

type Props = { order: OrderRead; documents: readonly DocumentRead[] }

export function DocumentList({ order, documents }: Props) {
  if (documents.length === 0) return <p className="s ink2">{texts.noneHint}</p>
  return (
    <ul className="rows db-documents">
      {documents.map((document) => (
        <DocumentRow key={document.id} order={order} document={document} />
      ))}
    </ul>
  )
}

function describeStatus(document: DocumentRead): string | null {
  if (document.status === 'rejected') return document.reason
  const isOurs = document.side === 'company'
  if (document.status === 'needed') {
    if (document.due_on) return texts.due(formatDay(document.due_on))
    return isOurs ? texts.preparing : null
  }
  if (!document.uploaded_at) return isOurs && !document.url ? texts.ready : null
  const label = isOurs ? texts.added : texts.sent
  return label(formatDay(document.uploaded_at))
}

function DocumentRow({ order, document }: { order: OrderRead; document: DocumentRead }) {
  const [upload, { isLoading, error, isSuccess }] = useUploadDocumentMutation()
  const [problem, setProblem] = useState<string | null>(null)
  useUploading(isLoading)
  const isOurs = document.side === 'company'
  const canUpload = !isOurs && document.status !== 'accepted' && order.status === 'active'

  function send(file: File) {
    setProblem(null)
    if (!documentTypes.includes(file.type)) return setProblem(texts.wrongType)
    if (isTooLarge(file)) return setProblem(texts.tooLarge)
    void upload({ order: order.id, document: document.id, file })
  }
  const label = document.status === 'sent' ? texts.replace : texts.upload
  const accessibleLabel = document.status === 'sent' ? texts.replaceOf : texts.uploadOf
  return (
    <li>
      <Icon path={document.status === 'accepted' ? icons.check : icons.file} />
      <div>
        {document.title}
        <p>{describeStatus(document)}</p>
        {canUpload && (
          <FilePick
            label={accessibleLabel(document.title)}
            accept={documentTypes.join(',')}
            disabled={isLoading}
            onPick={send}
          >
            {isLoading ? texts.uploading : label}
          </FilePick>
        )}
        <ActionError className="s" error={problem ?? error} fallback={texts.failed} />
        <p role="status">
          {isSuccess && document.status === 'sent' && texts.uploaded(document.title)}
        </p>
      </div>
      <div className="stack-4 db-document-end">
        {!isOurs && <Tag tone={tones[document.status]}>{texts.status[document.status]}</Tag>}
        {isOurs && !document.url && (
          <Link
            className="s"
            to={buildContactLink(order.number, document.title)}
            aria-label={texts.requestOf(document.title)}
          >
            {texts.request}
          </Link>
        )}
        {document.url && (
          <FileLink
            url={document.url}
            name={document.file_name ?? document.title}
            label={texts.downloadOf(document.title)}
          >
            {document.content_type === 'application/pdf' ? 'PDF' : texts.download}
          </FileLink>
        )}
      </div>
    </li>
  )
}

/** The documents of an order: the customer's documents, then the company's. */
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
