// A field for one or several picture addresses, with thumbnails and an upload.

import { adminMedia } from '../../app/texts/adminContent.ts'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { PictureUpload } from './PictureUpload.tsx'

type Props = {
  shared: { id: string; label: string; error?: string; small: true }
  several: boolean
  value: string
  onChange: (value: string) => void
}

export function PictureControl({ shared, several, value, onChange }: Props) {
  const addresses = value.split('\n').filter((one) => /^(\/|https:\/\/)/.test(one.trim()))
  return (
    <div className="ad-pictures">
      {several ? (
        <TextArea
          {...shared}
          hint={adminMedia.addresses}
          rows={3}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextField
          {...shared}
          hint={adminMedia.address}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {addresses.length > 0 && (
        <div className="ad-thumbs">
          {addresses.map((address) => (
            <img key={address} src={address.trim()} alt={adminMedia.shown} loading="lazy" />
          ))}
        </div>
      )}
      <PictureUpload
        onUploaded={(url) => onChange(several && value.trim() ? `${value.trim()}\n${url}` : url)}
      />
    </div>
  )
}
