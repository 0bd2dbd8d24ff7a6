// The papers of an order: what is wanted of the buyer and what we made; accepting, refusing, adding.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { orderDesk } from '../../app/texts/adminOrders.ts'
import { paperSides, paperWords, stepWords } from '../../app/texts/adminWords.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { FilePick } from '../../ui/FilePick'
import { Note } from '../../ui/Note'
import { Select } from '../../ui/Select'
import { Tag, type Tone } from '../../ui/Tag'
import { TextField } from '../../ui/TextField'
import { useAdminChangeMutation } from './adminApi.ts'
import { Deed } from './Deed.tsx'
import { optionsOf } from './section.ts'

type Paper = OrderAdmin['documents'][number]

const tags = ['Order'] as const
const tones: Record<Paper['status'], Tone> = {
  needed: 'none',
  sent: 'info',
  accepted: 'ok',
  rejected: 'bad',
}
const at = (order: OrderAdmin, paper: Paper) =>
  `${calls.contentAdminItem('orders', order.id)}/documents/${paper.id}`

export function OrderPapers({ order }: { order: OrderAdmin }) {
  return (
    <section className="ad-block" aria-labelledby="order-papers">
      <h4 id="order-papers">{orderDesk.papers}</h4>
      <ul className="ad-lines ad-papers">
        {order.documents.map((paper) => (
          <PaperLine key={paper.id} order={order} paper={paper} />
        ))}
      </ul>
      <NewPaper key={order.documents.length} order={order} />
    </section>
  )
}

function PaperLine({ order, paper }: { order: OrderAdmin; paper: Paper }) {
  const [reason, setReason] = useState('')
  const url = at(order, paper)
  return (
    <li>
      <span className="ad-row">
        <span>
          {paper.file_name ? (
            <a href={`${url}/file`} download={paper.file_name}>
              {paper.title}
            </a>
          ) : (
            paper.title
          )}
        </span>
        <Tag tone={tones[paper.status]}>{paperWords[paper.status]}</Tag>
        {paper.due_on && paper.status === 'needed' && (
          <span className="mute num">{orderDesk.dueOn(day(paper.due_on))}</span>
        )}
      </span>
      {paper.reason && <span className="s ink2">{paper.reason}</span>}
      {paper.side === 'client' && paper.status === 'sent' && (
        <div className="ad-verdict" data-draft>
          <Deed change={{ url, method: 'PATCH', body: { status: 'accepted' }, tags }}>
            {orderDesk.accept}
          </Deed>
          <TextField
            small
            label={orderDesk.refuseReason(paper.title)}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Deed
            look="danger"
            disabled={reason.trim() === ''}
            change={{
              url,
              method: 'PATCH',
              body: { status: 'rejected', reason: reason.trim() },
              tags,
            }}
          >
            {orderDesk.refuse}
          </Deed>
        </div>
      )}
      {paper.side === 'company' && paper.status !== 'accepted' && (
        <OurFile url={`${url}/file`} title={paper.title} />
      )}
    </li>
  )
}

function OurFile({ url, title }: { url: string; title: string }) {
  const [run, state] = useAdminChangeMutation()
  async function send(file: File) {
    const body = new FormData()
    body.append('file', file, file.name)
    await run({ url, method: 'PUT', body, tags })
  }
  return (
    <div className="ad-upload s" data-uploading={state.isLoading || undefined}>
      <FilePick
        label={orderDesk.uploadOf(title)}
        accept="application/pdf,image/png,image/jpeg,image/webp"
        disabled={state.isLoading}
        onPick={(file) => void send(file)}
      >
        {state.isLoading ? desk.working : orderDesk.upload}
      </FilePick>
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, desk.deedFailed)}
        </Note>
      )}
    </div>
  )
}

function NewPaper({ order }: { order: OrderAdmin }) {
  const [title, setTitle] = useState('')
  const [step, setStep] = useState<string>(order.current_step ?? 'handover')
  const [side, setSide] = useState('client')
  const [due, setDue] = useState('')
  return (
    <details className="ad-more" data-draft>
      <summary>{orderDesk.newPaper}</summary>
      <div className="ui-fields">
        <TextField
          small
          label={orderDesk.paperTitle}
          autoComplete="off"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="ui-fields-two">
          <Select
            small
            label={orderDesk.paperSide}
            options={optionsOf(paperSides)}
            value={side}
            onChange={(event) => setSide(event.target.value)}
          />
          <Select
            small
            label={orderDesk.paperStep}
            options={optionsOf(stepWords)}
            value={step}
            onChange={(event) => setStep(event.target.value)}
          />
        </div>
        <TextField
          small
          type="date"
          label={orderDesk.paperDue}
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
        <div className="btns">
          <Deed
            disabled={title.trim() === ''}
            change={{
              url: calls.contentAdminDeed('orders', order.id, 'documents'),
              method: 'POST',
              body: { title: title.trim(), step, side, due_on: due || null },
              tags,
            }}
          >
            {orderDesk.addPaper}
          </Deed>
        </div>
      </div>
    </details>
  )
}
