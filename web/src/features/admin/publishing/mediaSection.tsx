// The uploaded pictures of the site with their URLs and alternative texts.

import type { MediaRead } from '../../../api/wire/content.ts'
import { adminMedia } from '../../../shared/texts/adminContent.ts'
import { labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { createMomentColumn } from '../list/columns.tsx'
import { createRemoveAction } from '../list/commonActions.ts'
import { DetailList } from '../record/DetailList.tsx'
import { PictureUpload } from '../record/PictureControl.tsx'
import { createContentSource, type Section } from '../section.ts'

const source = createContentSource('media', ['Media'])

export const mediaSection: Section<MediaRead> = {
  title: views.media,
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'name'],
  columns: [
    { id: 'name', title: labels.file, sort: 'name', text: (row) => row.name },
    { id: 'alt', title: labels.alt, text: (row) => row.alt ?? '' },
    {
      id: 'size',
      title: labels.size,
      isOneLine: true,
      text: (row) => `${row.width} × ${row.height}`,
    },
    createMomentColumn('created', labels.created, (row) => row.created_at, { sort: 'created_at' }),
  ],
  fields: [{ name: 'alt', label: labels.alt }],
  canRemove: true,
  bulk: [createRemoveAction(source)],
  emptyHint: adminMedia.empty,
  heading: (row) => row.name,
  Toolbar: Upload,
  Details: ({ row }) => (
    <>
      <img className="ad-media" src={row.url} alt={row.alt ?? row.name} loading="lazy" />
      <DetailList details={[[labels.slug, <code key="url">{row.url}</code>]]} />
    </>
  ),
}

function Upload() {
  return <PictureUpload onUploaded={() => undefined} />
}
