// The pictures of the site: what was uploaded, under which address, and how it is told to the blind.

import { calls } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { mediaDesk } from '../../app/texts/adminContent.ts'
import { desk, labels } from '../../app/texts/adminDesk.ts'
import { views } from '../../app/texts/adminPanel.ts'
import type { MediaRead } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { Note } from '../../ui/Note'
import { useAdminChangeMutation } from './adminApi.ts'
import { FactList } from './Facts.tsx'
import { contentSource, type Section } from './section.ts'

export const mediaSection: Section<MediaRead> = {
  title: views.media,
  source: contentSource('media', ['Media']),
  search: 'search',
  sorts: ['-created_at', 'created_at', 'name'],
  columns: [
    { id: 'name', title: labels.file, sort: 'name', text: (row) => row.name },
    { id: 'alt', title: labels.alt, text: (row) => row.alt ?? '' },
    { id: 'size', title: labels.size, num: true, text: (row) => `${row.width} × ${row.height}` },
    {
      id: 'created',
      title: labels.created,
      sort: 'created_at',
      num: true,
      text: (row) => dayAndTime(row.created_at),
    },
  ],
  fields: [{ name: 'alt', label: labels.alt }],
  canRemove: true,
  heading: (row) => row.name,
  Above: Upload,
  Facts: ({ row }) => (
    <>
      <img className="ad-media" src={row.url} alt={row.alt ?? row.name} loading="lazy" />
      <FactList facts={[[mediaDesk.address, <code key="url">{row.url}</code>]]} />
    </>
  ),
}

function Upload() {
  const [run, state] = useAdminChangeMutation()
  async function send(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (!file || state.isLoading) return
    const body = new FormData()
    body.append('file', file)
    await run({ url: calls.contentAdmin('media'), method: 'POST', body, tags: ['Media'] })
    input.value = ''
  }
  return (
    <div>
      <label className="ad-upload s">
        {state.isLoading ? mediaDesk.uploading : mediaDesk.upload}
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          disabled={state.isLoading}
          onChange={(event) => void send(event.currentTarget)}
        />
      </label>
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, desk.deedFailed)}
        </Note>
      )}
    </div>
  )
}
