// The form for a message. Its draft is kept in the browser, so neither another page nor a reload loses it.

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type ConversationPlace, useAnnounceTypingMutation } from '../../api/conversations.ts'
import { Button } from '../../ui/Button.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useUnsent, useUploading } from '../form/unsent.ts'
import { conversation as texts } from '../texts/conversation.ts'
import { readStored, writeStored } from './conversationStorage.ts'
import { PickedFileList } from './PickedFileList.tsx'
import type { QueuedAttachment, SendQueue } from './sendQueue.ts'
import { fileTypes, listAttachments, maxFiles, usePickedFiles } from './usePickedFiles.ts'

type Props = {
  place: ConversationPlace
  sendQueue: SendQueue
  /** Buttons that insert a text, such as a saved reply. */
  tools?: (insert: (text: string) => void) => ReactNode
}

const maxLength = 4000
/** Shortest time between two typing hints to the other side (ms). */
const typingIntervalMs = 3000

type Draft = { text: string; attachments: QueuedAttachment[] }

function loadDraft(key: string): Draft {
  const { text = '', attachments = [] } = (readStored(key) ?? {}) as Partial<Draft>
  return { text, attachments }
}

/** Returns a function that announces to the other side that the user is typing. It limits its own requests. */
function useTypingHints(place: ConversationPlace) {
  const [announce] = useAnnounceTypingMutation()
  const announcedAt = useRef(0)
  return () => {
    if (Date.now() - announcedAt.current < typingIntervalMs) return
    announcedAt.current = Date.now()
    void announce(place)
  }
}

export function Composer({ place, sendQueue, tools }: Props) {
  const draftKey = `draft:${place.side}:${place.order}`
  const [draft] = useState(() => loadDraft(draftKey))
  const [text, setText] = useState(draft.text)
  const [problem, setProblem] = useState<string | null>(null)
  const pickedFiles = usePickedFiles(place, draft.attachments)
  const { files, isUploading, hasFailed } = pickedFiles
  const sendTypingHint = useTypingHints(place)
  const attachments = listAttachments(files)
  const isEmpty = text.trim() === '' && attachments.length === 0
  // The draft stays in the browser, so another page opens without a confirmation.
  useUnsent(isEmpty ? null : 'kept')
  useUploading(isUploading)

  // More text may be typed before an upload ends, so the draft is written from the shown text.
  useEffect(() => {
    const uploaded = listAttachments(files)
    const isDraftEmpty = text === '' && uploaded.length === 0
    writeStored(draftKey, isDraftEmpty ? undefined : { text, attachments: uploaded })
  }, [draftKey, text, files])

  function changeText(next: string) {
    setText(next)
    setProblem(null)
    if (next.trim() !== '') sendTypingHint()
  }
  function addFiles(chosen: readonly File[]) {
    if (files.length + chosen.length > maxFiles) {
      setProblem(texts.tooMany)
      return
    }
    setProblem(null)
    pickedFiles.add(chosen)
  }
  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isEmpty || isUploading) return
    if ([...text].length > maxLength) {
      setProblem(texts.tooLong)
      return
    }
    // Otherwise the message would leave without a file that its text may mention.
    if (hasFailed) {
      setProblem(texts.filesMissing)
      return
    }
    sendQueue.add(text.trim(), attachments)
    setText('')
    pickedFiles.clear()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <form className="talk-form" onSubmit={submit}>
      <PickedFileList
        files={files}
        onRetry={(picked) => {
          setProblem(null)
          pickedFiles.retry(picked)
        }}
        onRemove={(key) => {
          setProblem(null)
          pickedFiles.remove(key)
        }}
      />
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
