// A field for one or several picture URLs: thumbnails that can be moved and removed, and an upload
// of several files.

import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { useUploading } from '../../../shared/form/unsent.ts'
import { adminMedia } from '../../../shared/texts/adminContent.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { FilePick } from '../../../ui/FilePick.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { icons } from '../../../ui/icons.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useUploadPictureMutation } from '../adminApi.ts'
import { type DescribedPicture, parsePictures, writePictures } from './pictureLines.ts'
import type { TextControl } from './textControl.ts'

type Props = {
  control: TextControl
  several: boolean
  /** Each picture has an alternative text, which is part of the value. */
  isDescribed?: boolean
  onChange: (value: string) => void
}

const isUrl = (line: string) => /^(\/|https:\/\/)/.test(line)

export function PictureControl({ control, several, isDescribed, onChange }: Props) {
  const { value } = control
  // The value may change while a picture is uploaded, so the URL is added to the latest value.
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
  const pictures = parsePictures(value).filter(({ url }) => isUrl(url))
  const list = (
    <PictureList
      pictures={pictures}
      isDescribed={isDescribed}
      onChange={(next) => change(writePictures(next))}
    />
  )
  const upload = <PictureUpload several={several} onUploaded={addUploaded} />
  if (!several)
    return (
      <div className="stack-8">
        <TextField {...control} hint={adminMedia.address} autoComplete="off" />
        {list}
        {upload}
      </div>
    )
  return (
    <fieldset className="stack-8 ad-picture-manager">
      <legend className="ui-label">{control.label}</legend>
      {list}
      {upload}
      <Disclosure className="s" summary={adminMedia.byAddress} open={Boolean(control.error)}>
        <TextArea
          {...control}
          hint={isDescribed ? adminMedia.describedAddresses : adminMedia.addresses}
          rows={3}
        />
      </Disclosure>
    </fieldset>
  )
}

type ListProps = {
  pictures: readonly DescribedPicture[]
  isDescribed?: boolean
  onChange: (next: DescribedPicture[]) => void
}

/**
 * The pictures in their order; the first is the cover. They are moved by dragging or by buttons. A
 * removed picture can be restored.
 */
function PictureList({ pictures, isDescribed, onChange }: ListProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  /** The index of the picture under the dragged one. It shows where the dragged one will be inserted. */
  const [target, setTarget] = useState<number | null>(null)
  const [removed, setRemoved] = useState<{ index: number; picture: DescribedPicture } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  function move(from: number, to: number) {
    const next = [...pictures]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    onChange(next)
  }
  function drop(event: DragEvent, to: number) {
    // A dropped file is handled by the upload below.
    if (dragged === null) return
    event.preventDefault()
    if (dragged !== to) move(dragged, to)
    endDrag()
  }
  function endDrag() {
    setDragged(null)
    setTarget(null)
  }
  /** The edge of the hovered picture at which the dragged one will be inserted. */
  function findDropEdge(index: number): 'before' | 'after' | undefined {
    if (dragged === null || index !== target || index === dragged) return undefined
    return index < dragged ? 'before' : 'after'
  }
  function remove(index: number) {
    const picture = pictures[index]
    if (!picture) return
    setRemoved({ index, picture })
    onChange(pictures.filter((_picture, other) => other !== index))
    // The pressed button disappears with its picture.
    list.current?.focus()
  }
  function restore() {
    if (!removed) return
    onChange(pictures.toSpliced(removed.index, 0, removed.picture))
    setRemoved(null)
    list.current?.focus()
  }
  return (
    <div ref={list} tabIndex={-1} className="stack-8">
      {pictures.length > 0 && (
        <ol className="ad-pictures">
          {pictures.map((picture, index) => (
            <li
              key={picture.url}
              draggable={pictures.length > 1}
              data-dragged={index === dragged || undefined}
              data-drop={findDropEdge(index)}
              onDragStart={() => setDragged(index)}
              onDragEnd={endDrag}
              onDragOver={(event) => {
                event.preventDefault()
                setTarget(index)
              }}
              onDrop={(event) => drop(event, index)}
            >
              <img src={picture.url} alt={picture.text || adminMedia.shown} loading="lazy" />
              {isDescribed && (
                <>
                  {index === 0 ? (
                    <span className="ad-cover xs">{adminMedia.cover}</span>
                  ) : (
                    <Button
                      small
                      variant="text"
                      aria-label={adminMedia.makeCoverOf(index + 1)}
                      onClick={() => move(index, 0)}
                    >
                      {adminMedia.makeCover}
                    </Button>
                  )}
                  <TextField
                    small
                    label={adminMedia.describe(index + 1)}
                    value={picture.text}
                    maxLength={120}
                    autoComplete="off"
                    onChange={({ target }) =>
                      onChange(pictures.with(index, { ...picture, text: target.value }))
                    }
                  />
                </>
              )}
              <div className="row">
                {pictures.length > 1 && (
                  <>
                    <IconButton
                      icon={icons.left}
                      label={adminMedia.earlier(index + 1)}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <IconButton
                      icon={icons.right}
                      label={adminMedia.later(index + 1)}
                      disabled={index === pictures.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                  </>
                )}
                <IconButton
                  icon={icons.trash}
                  label={adminMedia.remove(index + 1)}
                  onClick={() => remove(index)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <p className="s" role="status">
        {removed && (
          <>
            {adminMedia.removed}{' '}
            <Button small variant="text" onClick={restore}>
              {adminMedia.bringBack}
            </Button>
          </>
        )}
      </p>
    </div>
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
  const [progress, setProgress] = useState('')
  async function send(files: readonly File[]) {
    for (const [index, file] of files.entries()) {
      setProgress(
        files.length > 1 ? adminMedia.uploadingOf(index + 1, files.length) : adminMedia.uploading,
      )
      const body = new FormData()
      body.append('file', file, file.name)
      const answer = await upload(body)
      // The error message is about this file, so later files are not sent.
      if (!answer.data) return
      onUploaded(answer.data.url)
    }
  }
  function drop(event: DragEvent) {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    if (!state.isLoading) void send(several ? files : files.slice(0, 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same as a drop.
    <div
      className="stack-4 ad-upload s"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <FilePick
        label={label}
        accept="image/png,image/jpeg,image/webp,image/avif"
        describedBy={id}
        disabled={state.isLoading}
        several={several}
        onPickSeveral={(files) => void send(files)}
      >
        {state.isLoading ? progress : label}
      </FilePick>
      <span id={id} className="xs mute">
        {several
          ? `${adminMedia.hint}. ${adminMedia.dropHere}. ${adminMedia.order}`
          : adminMedia.hint}
      </span>
      <ActionErrorNote error={state.error} fallback={adminList.actionFailed} />
    </div>
  )
}
