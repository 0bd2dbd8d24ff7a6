import { useId } from 'react'
import { calls } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { mediaDesk } from '../../app/texts/adminContent.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { Note } from '../../ui/Note'
import { useAdminChangeMutation } from './adminApi.ts'

/** A picture for the site: the service draws it anew in three widths and says its address. */
export function PictureUpload({ onUploaded }: { onUploaded: (url: string) => void }) {
  const id = useId()
  const [run, state] = useAdminChangeMutation()
  async function send(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file || state.isLoading) return
    const body = new FormData()
    body.append('file', file, file.name)
    const answer = await run({
      url: calls.contentAdmin('media'),
      method: 'POST',
      body,
      tags: ['Media'],
    })
    // The same file may be chosen again after it was refused.
    input.value = ''
    if (!answer.error) onUploaded((answer.data as { url: string }).url)
  }
  return (
    <div className="ad-upload s">
      <label htmlFor={id}>{state.isLoading ? mediaDesk.uploading : mediaDesk.upload}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        aria-describedby={`${id}-hint`}
        disabled={state.isLoading}
        onChange={(event) => void send(event.currentTarget)}
      />
      <span id={`${id}-hint`} className="xs mute">
        {mediaDesk.hint}
      </span>
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, desk.deedFailed)}
        </Note>
      )}
    </div>
  )
}
