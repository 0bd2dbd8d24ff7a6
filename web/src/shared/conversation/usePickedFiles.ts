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
export type PickedFile = {
  key: string
  file?: File
  name: string
  id?: string
  problem?: string
  /** The service refused this file itself, so it would refuse it again. */
  isRefused?: boolean
}

/** The file is too large, of a wrong type, or cannot be read. */
const refusals: readonly unknown[] = [400, 413, 415, 422]

/** Why an upload failed. Without an answer of the service the connection is missing. */
function describeUpload(error: unknown): Pick<PickedFile, 'problem' | 'isRefused'> {
  if (!isProblem(error)) return { problem: texts.uploadFailed }
  const { status, message } = error
  if (status === 0) return { problem: texts.uploadDisconnected }
  if (status === 413) return { problem: texts.tooLarge, isRefused: true }
  return { problem: message || texts.uploadFailed, isRefused: refusals.includes(status) }
}

function findFileProblem(file: File): string | undefined {
  if (!fileTypes.includes(file.type)) return texts.wrongType
  return file.size > maxFileSize ? texts.tooLarge : undefined
}

/** Whether another upload may succeed. A wrong type or size stays wrong. */
export const canRetry = ({ file, problem, isRefused }: PickedFile): boolean =>
  problem !== undefined && file !== undefined && !isRefused && !findFileProblem(file)

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
      update(key, describeUpload(answer.error))
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
