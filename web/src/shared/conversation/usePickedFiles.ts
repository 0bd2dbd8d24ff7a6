// The files of a message that is being written. They are uploaded as soon as they are chosen, one after another.

import { useRef, useState } from 'react'
import { type ConversationPlace, useUploadAttachmentMutation } from '../../api/conversations.ts'
import { isProblem } from '../../api/problem.ts'
import { conversation as texts } from '../texts/conversation.ts'
import type { QueuedAttachment } from './sendQueue.ts'

export const maxFiles = 10
const maxFileSize = 5 * 1024 * 1024
export const fileTypes: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
]

/** `id` is set when the file is uploaded. A file of a draft has no `file`. */
export type PickedFile = { key: string; file?: File; name: string; id?: string; problem?: string }

function findFileProblem(file: File): string | undefined {
  if (!fileTypes.includes(file.type)) return texts.wrongType
  return file.size > maxFileSize ? texts.tooLarge : undefined
}

/** Whether another upload may succeed. A wrong type or size stays wrong. */
export const canRetry = ({ file, problem }: PickedFile): boolean =>
  problem !== undefined && file !== undefined && !findFileProblem(file)

/** The uploaded files, in the format of a message. */
export const listAttachments = (files: readonly PickedFile[]): QueuedAttachment[] =>
  files.flatMap(({ id, name }) => (id ? [{ id, name }] : []))

/** `uploaded` are the files of a draft. */
export function usePickedFiles(place: ConversationPlace, uploaded: readonly QueuedAttachment[]) {
  const [files, setFiles] = useState<PickedFile[]>(() =>
    uploaded.map(({ id, name }) => ({ key: id, id, name })),
  )
  const [upload] = useUploadAttachmentMutation()
  // The server refuses the fifth upload of one account at one time, and a message may have ten files.
  const lastUpload = useRef(Promise.resolve())
  const removedKeys = useRef(new Set<string>())

  function update(key: string, changed: Partial<PickedFile>) {
    setFiles((before) =>
      before.map((picked) => (picked.key === key ? { ...picked, ...changed } : picked)),
    )
  }
  function enqueue(key: string, file: File) {
    lastUpload.current = lastUpload.current.then(() => send(key, file))
  }
  async function send(key: string, file: File) {
    if (removedKeys.current.has(key)) return
    const answer = await upload({ ...place, file })
    if (answer.data) {
      const { id, file_name: name } = answer.data.attachment
      update(key, { id, name })
    } else {
      const { error } = answer
      update(key, { problem: isProblem(error) ? error.message : texts.uploadFailed })
    }
  }
  function add(chosen: readonly File[]) {
    const picked = chosen.map((file) => ({
      key: crypto.randomUUID(),
      file,
      name: file.name,
      problem: findFileProblem(file),
    }))
    setFiles((before) => [...before, ...picked])
    for (const { key, file, problem } of picked) if (!problem) enqueue(key, file)
  }
  function retry({ key, file }: PickedFile) {
    if (!file) return
    update(key, { problem: undefined })
    enqueue(key, file)
  }
  function remove(key: string) {
    removedKeys.current.add(key)
    setFiles((before) => before.filter((picked) => picked.key !== key))
  }
  return {
    files,
    isUploading: files.some(({ id, problem }) => !id && !problem),
    hasFailed: files.some(({ problem }) => problem !== undefined),
    add,
    retry,
    remove,
    clear: () => setFiles([]),
  }
}
