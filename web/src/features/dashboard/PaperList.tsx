import { useState } from 'react'
import { papers as texts } from '../../app/texts/orders.ts'
import type { OrderRead, PaperRead } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { FilePick } from '../../ui/FilePick'
import { Icon } from '../../ui/Icon'
import { Tag, type Tone } from '../../ui/Tag'
import { DeedFailure } from './Answer.tsx'
import { useUploadPaperMutation } from './dashboardApi.ts'
import { FileLink } from './FileLink.tsx'
import { fileTooLarge, paperTypes } from './uploads.ts'

const tones: Record<PaperRead['status'], Tone> = {
  needed: 'warn',
  sent: 'info',
  accepted: 'ok',
  rejected: 'bad',
}

type Props = { order: OrderRead; papers: readonly PaperRead[] }

export function PaperList({ order, papers }: Props) {
  if (papers.length === 0) return <p className="s ink2">{texts.noneHint}</p>
  return (
    <ul className="db-papers">
      {papers.map((paper) => (
        <Paper key={paper.id} order={order} paper={paper} />
      ))}
    </ul>
  )
}

function noteOf(paper: PaperRead): string | null {
  if (paper.status === 'rejected') return paper.reason
  const isOurs = paper.side === 'company'
  if (paper.status === 'needed') {
    if (paper.due_on) return texts.due(day(paper.due_on))
    return isOurs ? texts.preparing : null
  }
  if (!paper.uploaded_at) return isOurs && !paper.url ? texts.ready : null
  const said = isOurs ? texts.added : texts.sent
  return said(day(paper.uploaded_at))
}

function Paper({ order, paper }: { order: OrderRead; paper: PaperRead }) {
  const [upload, { isLoading, error, isSuccess }] = useUploadPaperMutation()
  const [refusal, setRefusal] = useState<string | null>(null)
  const isOurs = paper.side === 'company'
  const mayUpload = !isOurs && paper.status !== 'accepted' && order.status === 'active'

  function send(file: File) {
    setRefusal(null)
    if (!paperTypes.includes(file.type)) return setRefusal(texts.wrongType)
    if (fileTooLarge(file)) return setRefusal(texts.tooLarge)
    void upload({ order: order.id, paper: paper.id, file })
  }
  const word = paper.status === 'sent' ? texts.replace : texts.upload
  const named = paper.status === 'sent' ? texts.replaceOf : texts.uploadOf
  return (
    <li data-uploading={isLoading || undefined}>
      <Icon name={paper.status === 'accepted' ? 'check' : 'file'} />
      <div>
        {paper.title}
        <p>{noteOf(paper)}</p>
        {mayUpload && (
          <FilePick
            label={named(paper.title)}
            accept={paperTypes.join(',')}
            disabled={isLoading}
            onPick={send}
          >
            {isLoading ? texts.uploading : word}
          </FilePick>
        )}
        {refusal ? (
          <p role="alert" className="db-failure">
            {refusal}
          </p>
        ) : (
          <DeedFailure error={error} otherwise={texts.failed} />
        )}
        <p role="status">{isSuccess && paper.status === 'sent' && texts.uploaded(paper.title)}</p>
      </div>
      <div className="db-paper-end">
        {!isOurs && <Tag tone={tones[paper.status]}>{texts.status[paper.status]}</Tag>}
        {paper.url && (
          <FileLink
            url={paper.url}
            name={paper.file_name ?? paper.title}
            label={texts.downloadOf(paper.title)}
          >
            {paper.content_type === 'application/pdf' ? 'PDF' : texts.download}
          </FileLink>
        )}
      </div>
    </li>
  )
}
