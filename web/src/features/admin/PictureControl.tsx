// A field for one or several picture URLs: thumbnails that can be moved and removed, and an upload
// of several files.

import { type DragEvent, useEffect, useId, useRef } from 'react'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { useUploading } from '../../shared/form/unsent.ts'
import { adminMedia } from '../../shared/texts/adminContent.ts'
import { adminList } from '../../shared/texts/adminList.ts'
import { FilePick } from '../../ui/FilePick.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useUploadPictureMutation } from './adminApi.ts'
import type { TextControl } from './FieldControl.tsx'
import { type DescribedPicture, parsePictures, writePictures } from './pictureLines.ts'

type Props = {
  control: TextControl
  several: boolean
  /** Each picture has a text, which is part of the value. */
  isDescribed?: boolean
  onChange: (value: string) => void
}

const isAddress = (one: string) => /^(\/|https:\/\/)/.test(one)

export function PictureControl({ control, several, isDescribed, onChange }: Props) {
  const { value } = control
  // The field may change while a picture is uploaded.
  const latestValue = useRef(value)
  useEffect(() => {
    latestValue.current = value
  }, [value])
  function change(next: string) {
    latestValue.current = next
    onChange(next)
  }
  function addUploaded(url: string) {
    const before = latestValue.current.trim()
    change(several && before ? `${before}\n${url}` : url)
  }
  const pictures = parsePictures(value).filter(({ address }) => isAddress(address))
  return (
    <div className="stack-8">
      {several ? (
        <TextArea
          {...control}
          hint={isDescribed ? adminMedia.describedAddresses : adminMedia.addresses}
          rows={3}
        />
      ) : (
        <TextField {...control} hint={adminMedia.address} autoComplete="off" />
      )}
      {pictures.length > 0 && (
        <PictureList
          pictures={pictures}
          isDescribed={isDescribed}
          onChange={(next) => change(writePictures(next))}
        />
      )}
      <PictureUpload several={several} onUploaded={addUploaded} />
    </div>
  )
}

type ListProps = {
  pictures: readonly DescribedPicture[]
  isDescribed?: boolean
  onChange: (next: DescribedPicture[]) => void
}

/**
 * The pictures in their order; the first is the cover. They are moved by dragging or by buttons.
 */
function PictureList({ pictures, isDescribed, onChange }: ListProps) {
  const dragged = useRef<number | null>(null)
  function move(from: number, to: number) {
    const next = [...pictures]
    const [one] = next.splice(from, 1)
    if (one !== undefined) next.splice(to, 0, one)
    onChange(next)
  }
  function drop(event: DragEvent, to: number) {
    event.preventDefault()
    if (dragged.current !== null && dragged.current !== to) move(dragged.current, to)
    dragged.current = null
  }
  return (
    <ol className="ad-pictures">
      {pictures.map(({ address, text }, place) => (
        <li
          key={address}
          draggable={pictures.length > 1}
          onDragStart={() => {
            dragged.current = place
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, place)}
        >
          <img src={address} alt={text || adminMedia.shown} loading="lazy" />
          {isDescribed && (
            <TextField
              small
              label={adminMedia.describe(place + 1)}
              value={text}
              maxLength={120}
              autoComplete="off"
              onChange={({ target }) =>
                onChange(
                  pictures.map((one, other) =>
                    other === place ? { ...one, text: target.value } : one,
                  ),
                )
              }
            />
          )}
          <div className="row">
            {pictures.length > 1 && (
              <>
                <IconButton
                  icon={icons.left}
                  label={adminMedia.earlier(place + 1)}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                />
                <IconButton
                  icon={icons.right}
                  label={adminMedia.later(place + 1)}
                  disabled={place === pictures.length - 1}
                  onClick={() => move(place, place + 1)}
                />
              </>
            )}
            <IconButton
              icon={icons.trash}
              label={adminMedia.remove(place + 1)}
              onClick={() => onChange(pictures.filter((_one, other) => other !== place))}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

type UploadProps = { several?: boolean; label?: string; onUploaded: (url: string) => void }

/**
 * Uploads pictures one after another. The service re-encodes each in three widths and returns its
 * URL.
 */
export function PictureUpload({ several, label = adminMedia.upload, onUploaded }: UploadProps) {
  const id = useId()
  const [upload, state] = useUploadPictureMutation()
  // The uploaded URL goes into the form, so leaving the page would lose it.
  useUploading(state.isLoading, 'asks')
  async function send(files: readonly File[]) {
    for (const file of files) {
      const body = new FormData()
      body.append('file', file, file.name)
      const answer = await upload(body)
      // The message names the problem of this file; later files are not sent.
      if (!answer.data) return
      onUploaded(answer.data.url)
    }
  }
  return (
    <div className="stack-4 ad-upload s">
      <FilePick
        label={label}
        accept="image/png,image/jpeg,image/webp,image/avif"
        describedBy={id}
        disabled={state.isLoading}
        several={several}
        onPickSeveral={(files) => void send(files)}
      >
        {state.isLoading ? adminMedia.uploading : label}
      </FilePick>
      <span id={id} className="xs mute">
        {several ? `${adminMedia.hint}. ${adminMedia.order}` : adminMedia.hint}
      </span>
      <ActionErrorNote error={state.error} fallback={adminList.actionFailed} />
    </div>
  )
}
