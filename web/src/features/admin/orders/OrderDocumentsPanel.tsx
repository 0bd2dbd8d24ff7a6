// The documents of an order. The buyer sends some of them, and the company prepares the others.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import type { DocumentCreate, OrderAdmin } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { useUploading } from '../../../shared/form/unsent.ts'
import {
  documentSideLabels,
  documentStatusLabels,
  orderStepLabels,
} from '../../../shared/texts/adminLabels.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { FilePick } from '../../../ui/FilePick.tsx'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange, useAdminChangeMutation } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { createChoiceField, type Field } from '../section.ts'

type OrderDocument = OrderAdmin['documents'][number]

const tags = ['Order'] as const
const tones: Record<OrderDocument['status'], Tone> = {
  needed: 'none',
  sent: 'info',
  accepted: 'ok',
  rejected: 'bad',
}
const buildDocumentUrl = (order: OrderAdmin, document: OrderDocument) =>
  `${calls.contentAdminItem('orders', order.id)}/documents/${document.id}` as const

export function OrderDocumentsPanel({ order }: { order: OrderAdmin }) {
  return (
    <Block title={adminOrder.documents}>
      {order.documents.some(({ side, file_name }) => side === 'client' && file_name) && (
        <p className="s ink2">{adminOrder.fromClient}</p>
      )}
      <ul className="ad-lines ad-documents">
        {order.documents.map((document) => (
          <DocumentLine key={document.id} order={order} document={document} />
        ))}
      </ul>
      {/* A new key after each added document empties the form. */}
      {/* An added document changes the key, which closes the form. */}
      <NewDocument key={order.documents.length} order={order} />
    </Block>
  )
}

function DocumentLine({ order, document }: { order: OrderAdmin; document: OrderDocument }) {
  const url = buildDocumentUrl(order, document)
  return (
    <li>
      <span className="ad-row">
        <span>
          {document.file_name ? (
            <a href={`${url}/file`} download={document.file_name}>
              {document.title}
            </a>
          ) : (
            document.title
          )}
        </span>
        <Tag tone={tones[document.status]}>{documentStatusLabels[document.status]}</Tag>
        {document.due_on && document.status === 'needed' && (
          <span className="mute num">{adminOrder.dueOn(formatDay(document.due_on))}</span>
        )}
      </span>
      {document.reason && <span className="s ink2">{document.reason}</span>}
      {document.side === 'client' && document.status === 'sent' && (
        <div className="stack-8 ad-verdict">
          <ActionButton change={createChange('PATCH', url, tags, { status: 'accepted' })}>
            {adminOrder.accept}
          </ActionButton>
          <ActionForm
            label={`${adminOrder.refuse}: ${document.title}`}
            draftKey={`refuse_document ${document.id}`}
            fields={[
              { name: 'reason', label: adminOrder.refuseReason(document.title), required: true },
            ]}
            submitLabel={adminOrder.refuse}
            variant="danger"
            change={({ reason }) =>
              createChange('PATCH', url, tags, { status: 'rejected', reason })
            }
          />
        </div>
      )}
      {document.side === 'company' && (
        <div className="ad-row">
          <CompanyFileUpload
            url={`${url}/file`}
            title={document.title}
            isReplacing={document.status === 'accepted'}
          />
          <ActionButton
            change={createChange('DELETE', url, tags)}
            variant="danger"
            label={adminOrder.removeDocumentOf(document.title)}
            confirmation={{
              title: adminOrder.removeDocumentQuestion(document.title),
              hint: adminOrder.removeDocumentHint,
              confirm: adminList.remove,
            }}
          >
            {adminList.remove}
          </ActionButton>
        </div>
      )}
    </li>
  )
}

type CompanyFileUploadProps = {
  url: `${ReturnType<typeof buildDocumentUrl>}/file`
  title: string
  /** The document has a file, which the new one replaces after a confirmation. */
  isReplacing: boolean
}

function CompanyFileUpload({ url, title, isReplacing }: CompanyFileUploadProps) {
  const [run, state] = useAdminChangeMutation()
  const [replacement, setReplacement] = useState<File | null>(null)
  useUploading(state.isLoading)
  const actionLabel = isReplacing ? adminOrder.replace : adminOrder.upload
  function pick(file: File) {
    if (isReplacing) setReplacement(file)
    else void send(file)
  }
  function replace() {
    if (replacement) void send(replacement)
  }
  async function send(file: File) {
    const body = new FormData()
    body.append('file', file, file.name)
    await run(createChange('PUT', url, tags, body))
    setReplacement(null)
  }
  return (
    <div className="stack-4 ad-upload s">
      <FilePick
        label={isReplacing ? adminOrder.replaceOf(title) : adminOrder.uploadOf(title)}
        accept="application/pdf,image/png,image/jpeg,image/webp"
        disabled={state.isLoading}
        onPick={pick}
      >
        {state.isLoading ? adminList.working : actionLabel}
      </FilePick>
      <ActionErrorNote error={state.error} fallback={adminList.actionFailed} />
      {isReplacing && (
        <ConfirmDialog
          open={replacement !== null}
          title={adminOrder.replaceQuestion(title)}
          description={adminOrder.replaceHint(replacement?.name ?? '')}
          confirm={adminOrder.replace}
          pendingLabel={state.isLoading && adminList.working}
          onConfirm={replace}
          onCancel={() => setReplacement(null)}
        />
      )}
    </div>
  )
}

const documentFields: Field[] = [
  { name: 'title', label: adminOrder.documentTitle, required: true, maxLength: 200 },
  createChoiceField('side', adminOrder.documentSide, documentSideLabels),
  createChoiceField('step', adminOrder.documentStep, orderStepLabels),
  { name: 'due_on', label: adminOrder.documentDue, kind: 'date', isHalfWidth: false },
]

function NewDocument({ order }: { order: OrderAdmin }) {
  return (
    <Disclosure className="ad-more" summary={adminOrder.newDocument}>
      <ActionForm
        label={adminOrder.newDocument}
        draftKey={`new_document ${order.id}`}
        fields={documentFields}
        initial={{ step: order.current_step ?? 'handover' }}
        submitLabel={adminOrder.addDocument}
        change={({ due_on, ...values }) =>
          createChange('POST', calls.contentAdminAction('orders', order.id, 'documents'), tags, {
            ...(values as Omit<DocumentCreate, 'due_on'>),
            due_on: due_on || null,
          })
        }
      />
    </Disclosure>
  )
}
