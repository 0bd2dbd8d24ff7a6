// The documents of an order: those required from the buyer and those the company prepares.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { problemText } from '../../app/problem.ts'
import { documentLabels, documentSides, stepLabels } from '../../app/texts/adminLabels.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { day } from '../../lib/dates.ts'
import { FilePick } from '../../ui/FilePick.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ActionButton } from './ActionButton.tsx'
import { useAdminChangeMutation } from './adminApi.ts'
import { optionsOf } from './section.ts'

type OrderDocument = OrderAdmin['documents'][number]

const tags = ['Order'] as const
const tones: Record<OrderDocument['status'], Tone> = {
  needed: 'none',
  sent: 'info',
  accepted: 'ok',
  rejected: 'bad',
}
const documentUrl = (order: OrderAdmin, document: OrderDocument) =>
  `${calls.contentAdminItem('orders', order.id)}/documents/${document.id}`

export function OrderDocuments({ order }: { order: OrderAdmin }) {
  return (
    <section className="ad-block" aria-labelledby="order-documents">
      <h4 id="order-documents">{adminOrder.documents}</h4>
      <ul className="ad-lines ad-documents">
        {order.documents.map((document) => (
          <DocumentLine key={document.id} order={order} document={document} />
        ))}
      </ul>
      <NewDocument key={order.documents.length} order={order} />
    </section>
  )
}

function DocumentLine({ order, document }: { order: OrderAdmin; document: OrderDocument }) {
  const [reason, setReason] = useState('')
  const url = documentUrl(order, document)
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
        <Tag tone={tones[document.status]}>{documentLabels[document.status]}</Tag>
        {document.due_on && document.status === 'needed' && (
          <span className="mute num">{adminOrder.dueOn(day(document.due_on))}</span>
        )}
      </span>
      {document.reason && <span className="s ink2">{document.reason}</span>}
      {document.side === 'client' && document.status === 'sent' && (
        <div className="ad-verdict" data-draft>
          <ActionButton change={{ url, method: 'PATCH', body: { status: 'accepted' }, tags }}>
            {adminOrder.accept}
          </ActionButton>
          <TextField
            small
            label={adminOrder.refuseReason(document.title)}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <ActionButton
            look="danger"
            disabled={reason.trim() === ''}
            change={{
              url,
              method: 'PATCH',
              body: { status: 'rejected', reason: reason.trim() },
              tags,
            }}
          >
            {adminOrder.refuse}
          </ActionButton>
        </div>
      )}
      {document.side === 'company' && document.status !== 'accepted' && (
        <CompanyFileUpload url={`${url}/file`} title={document.title} />
      )}
    </li>
  )
}

function CompanyFileUpload({ url, title }: { url: string; title: string }) {
  const [run, state] = useAdminChangeMutation()
  async function send(file: File) {
    const body = new FormData()
    body.append('file', file, file.name)
    await run({ url, method: 'PUT', body, tags })
  }
  return (
    <div className="ad-upload s" data-uploading={state.isLoading || undefined}>
      <FilePick
        label={adminOrder.uploadOf(title)}
        accept="application/pdf,image/png,image/jpeg,image/webp"
        disabled={state.isLoading}
        onPick={(file) => void send(file)}
      >
        {state.isLoading ? adminList.working : adminOrder.upload}
      </FilePick>
      {state.error && (
        <Note tone="bad" role="alert">
          {problemText(state.error, adminList.actionFailed)}
        </Note>
      )}
    </div>
  )
}

function NewDocument({ order }: { order: OrderAdmin }) {
  const [title, setTitle] = useState('')
  const [step, setStep] = useState<string>(order.current_step ?? 'handover')
  const [side, setSide] = useState('client')
  const [due, setDue] = useState('')
  return (
    <details className="ad-more" data-draft>
      <summary>{adminOrder.newDocument}</summary>
      <div className="ui-fields">
        <TextField
          small
          label={adminOrder.documentTitle}
          autoComplete="off"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="ui-fields-two">
          <Select
            small
            label={adminOrder.documentSide}
            options={optionsOf(documentSides)}
            value={side}
            onChange={(event) => setSide(event.target.value)}
          />
          <Select
            small
            label={adminOrder.documentStep}
            options={optionsOf(stepLabels)}
            value={step}
            onChange={(event) => setStep(event.target.value)}
          />
        </div>
        <TextField
          small
          type="date"
          label={adminOrder.documentDue}
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
        <div className="btns">
          <ActionButton
            disabled={title.trim() === ''}
            change={{
              url: calls.contentAdminAction('orders', order.id, 'documents'),
              method: 'POST',
              body: { title: title.trim(), step, side, due_on: due || null },
              tags,
            }}
          >
            {adminOrder.addDocument}
          </ActionButton>
        </div>
      </div>
    </details>
  )
}
