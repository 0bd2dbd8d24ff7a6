// The form for a message. Its draft is kept in the browser, so neither another page nor a reload loses it.

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type ConversationPlace,
  useAnnounceTypingMutation,
  useUploadAttachmentMutation,
} from '../../api/conversations.ts'
import { isProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useUnsent, useUploading } from '../form/unsent.ts'
import { conversation as texts } from '../texts/conversation.ts'
import { readStored, writeStored } from './conversationStorage.ts'
import type { QueuedAttachment, SendQueue } from './sendQueue.ts'

type Props = {
  place: ConversationPlace
  sendQueue: SendQueue
  tools?: (insert: (text: string) => void) => ReactNode
}

const maxLength = 4000
const maxFiles = 10
const maxFileSize = 5 * 1024 * 1024
const fileTypes: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
]
/** Shortest time between two typing hints to the other side (ms). */
const typingIntervalMs = 3000

/** A chosen file: it is uploaded at once, and attached when the message is sent. */
type PickedFile = { key: string; file?: File; name: string; id?: string; problem?: string }
type Draft = { text: string; attachments: QueuedAttachment[] }

function loadDraft(key: string): Draft {
  const { text = '', attachments = [] } = (readStored(key) ?? {}) as Partial<Draft>
  return { text, attachments }
}

function findFileProblem(file: File): string | undefined {
  if (!fileTypes.includes(file.type)) return texts.wrongType
  return file.size > maxFileSize ? texts.tooLarge : undefined
}

export function Composer({ place, sendQueue, tools }: Props) {
  const draftKey = `draft:${place.side}:${place.order}`
  const [draft] = useState(() => loadDraft(draftKey))
  const [text, setText] = useState(draft.text)
  const [files, setFiles] = useState<PickedFile[]>(() =>
    draft.attachments.map(({ id, name }) => ({ key: id, id, name })),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [upload] = useUploadAttachmentMutation()
  const [announce] = useAnnounceTypingMutation()
  const announcedAt = useRef(0)
  const isUploading = files.some((picked) => !picked.id && !picked.problem)
  const uploadedFiles = files.filter((picked) => picked.id !== undefined)
  const isEmpty = text.trim() === '' && uploadedFiles.length === 0
  // The draft stays in the browser, so another page opens without a question.
  useUnsent(isEmpty ? null : 'kept', 0, () => {})
  useUploading(isUploading)

  // More text may be typed before an upload ends, so the draft is written from the shown text.
  useEffect(() => {
    const attachments = files.flatMap(({ id, name }) => (id ? [{ id, name }] : []))
    const isDraftEmpty = text === '' && attachments.length === 0
    writeStored(draftKey, isDraftEmpty ? undefined : { text, attachments })
  }, [draftKey, text, files])

  function changeText(next: string) {
    setText(next)
    setProblem(null)
    if (next.trim() === '' || Date.now() - announcedAt.current < typingIntervalMs) return
    announcedAt.current = Date.now()
    void announce(place)
  }
  function updateFile(key: string, part: Partial<PickedFile>) {
    setFiles((before) =>
      before.map((picked) => (picked.key === key ? { ...picked, ...part } : picked)),
    )
  }
  async function uploadFile(picked: PickedFile) {
    if (!picked.file || picked.problem) return
    const answer = await upload({ ...place, file: picked.file })
    if (answer.data) {
      const { id, file_name: name } = answer.data.attachment
      updateFile(picked.key, { id, name, problem: undefined })
    } else {
      const { error } = answer
      updateFile(picked.key, { problem: isProblem(error) ? error.message : texts.uploadFailed })
    }
  }
  function addFiles(chosen: readonly File[]) {
    setProblem(null)
    if (files.length + chosen.length > maxFiles) {
      setProblem(texts.tooMany)
      return
    }
    const picked = chosen.map((file) => ({
      key: crypto.randomUUID(),
      file,
      name: file.name,
      problem: findFileProblem(file),
    }))
    setFiles((before) => [...before, ...picked])
    for (const file of picked) void uploadFile(file)
  }
  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isEmpty || isUploading) return
    if ([...text].length > maxLength) {
      setProblem(texts.tooLong)
      return
    }
    sendQueue.add(
      text.trim(),
      uploadedFiles.map(({ id = '', name }) => ({ id, name })),
    )
    setText('')
    setFiles([])
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <form className="talk-form" onSubmit={submit}>
      {files.length > 0 && (
        <ul className="talk-picked" aria-label={texts.attachments}>
          {files.map((picked) => (
            <li key={picked.key} className="s">
              <span>{picked.name}</span>
              {!picked.id && !picked.problem && <span className="mute">{texts.uploading}</span>}
              {picked.problem && (
                <span role="alert" className="failure">
                  {picked.problem}
                </span>
              )}
              {picked.problem && picked.file && !findFileProblem(picked.file) && (
                <Button
                  variant="text"
                  small
                  aria-label={texts.uploadAgain(picked.name)}
                  onClick={() => {
                    updateFile(picked.key, { problem: undefined })
                    void uploadFile({ ...picked, problem: undefined })
                  }}
                >
                  {texts.again}
                </Button>
              )}
              <IconButton
                icon={frameIcons.close}
                label={texts.detach(picked.name)}
                onClick={() => setFiles((before) => before.filter(({ key }) => key !== picked.key))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label={texts.text}
        placeholder={texts.placeholder}
        rows={3}
        value={text}
        error={problem ?? undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => changeText(event.target.value)}
      />
      <div className="row talk-form-foot">
        <FilePick
          label={texts.attachLabel}
          accept={fileTypes.join(',')}
          several
          onPickSeveral={addFiles}
        >
          {texts.attach}
        </FilePick>
        {tools?.((inserted) => changeText(text ? `${text}\n${inserted}` : inserted))}
        <span className="xs mute talk-form-hint">{texts.hint}</span>
        <Button type="submit" disabled={isEmpty || isUploading}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
