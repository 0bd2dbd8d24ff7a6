import { useState } from 'react'
import type { AttachmentRead } from '../../api/wire/content.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { icons } from '../../ui/icons.ts'
import { Lightbox } from '../Lightbox.tsx'
import { conversation as texts } from '../texts/conversation.ts'

const formatFileSize = (bytes: number) =>
  bytes < 1_000_000
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} кБ`
    : `${formatNumber(Math.round(bytes / 100_000) / 10)} МБ`

/** The files of a message: pictures as pictures, which open over the page, and others as downloads. */
export function Attachments({ attachments }: { attachments: readonly AttachmentRead[] }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const pictures = attachments.filter((attachment) => attachment.preview_url !== null)
  const files = attachments.filter((attachment) => attachment.preview_url === null)
  return (
    <>
      {pictures.length > 0 && (
        <ul className="talk-pictures">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <button type="button" onClick={() => setOpenIndex(index)}>
                <img
                  src={picture.preview_url ?? picture.url}
                  alt={texts.picture(picture.file_name)}
                  width={picture.width ?? undefined}
                  height={picture.height ?? undefined}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.map((file) => (
        <p key={file.id} className="talk-file">
          <Icon path={icons.file} />
          <a href={file.url} download={file.file_name}>
            {texts.file(file.file_name, formatFileSize(file.size))}
          </a>
        </p>
      ))}
      {openIndex !== null && (
        <Lightbox
          title={texts.pictures}
          pictures={pictures.map((picture) => ({
            src: picture.url,
            alt: texts.picture(picture.file_name),
          }))}
          start={openIndex}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </>
  )
}
