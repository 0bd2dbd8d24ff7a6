// A field for one or several picture addresses, with thumbnails and an upload.

import { useEffect, useId, useRef } from 'react'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { useUploading } from '../../shared/form/unsent.ts'
import { adminMedia } from '../../shared/texts/adminContent.ts'
import { adminList } from '../../shared/texts/adminList.ts'
import { FilePick } from '../../ui/FilePick.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useUploadPictureMutation } from './adminApi.ts'
import type { TextControl } from './FieldControl.tsx'

type Props = { control: TextControl; several: boolean; onChange: (value: string) => void }

export function PictureControl({ control, several, onChange }: Props) {
  const { value } = control
  // The field may change while a picture is uploaded.
  const latestValue = useRef(value)
  useEffect(() => {
    latestValue.current = value
  }, [value])
  function addUploaded(url: string) {
    const before = latestValue.current.trim()
    onChange(several && before ? `${before}\n${url}` : url)
  }
  const addresses = value.split('\n').filter((one) => /^(\/|https:\/\/)/.test(one.trim()))
  return (
    <div className="stack-8">
      {several ? (
        <TextArea {...control} hint={adminMedia.addresses} rows={3} />
      ) : (
        <TextField {...control} hint={adminMedia.address} autoComplete="off" />
      )}
      {addresses.length > 0 && (
        <div className="ad-thumbs">
          {addresses.map((address) => (
            <img key={address} src={address.trim()} alt={adminMedia.shown} loading="lazy" />
          ))}
        </div>
      )}
      <PictureUpload onUploaded={addUploaded} />
    </div>
  )
}

/** Uploads a picture. The service re-encodes it in three widths and returns its address. */
export function PictureUpload({ onUploaded }: { onUploaded: (url: string) => void }) {
  const id = useId()
  const [upload, state] = useUploadPictureMutation()
  // Its address goes into the form, which another page would take away.
  useUploading(state.isLoading, 'asks')
  async function send(file: File) {
    const body = new FormData()
    body.append('file', file, file.name)
    const answer = await upload(body)
    if (answer.data) onUploaded(answer.data.url)
  }
  return (
    <div className="stack-4 ad-upload s">
      <FilePick
        label={adminMedia.upload}
        accept="image/png,image/jpeg,image/webp,image/avif"
        describedBy={id}
        disabled={state.isLoading}
        onPick={(file) => void send(file)}
      >
        {state.isLoading ? adminMedia.uploading : adminMedia.upload}
      </FilePick>
      <span id={id} className="xs mute">
        {adminMedia.hint}
      </span>
      <ActionErrorNote error={state.error} fallback={adminList.actionFailed} />
    </div>
  )
}
