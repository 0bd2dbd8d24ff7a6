// The earlier versions of an article, newest first. Each can be unfolded and restored.

import { calls } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { articleDesk } from '../../app/texts/adminContent.ts'
import type { ItemsRevisionRead, PostAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { ErrorNote } from '../../ui/Note'
import { Skeleton } from '../../ui/Skeleton'
import { ActionButton } from './ActionButton.tsx'
import { useAdminQuery } from './adminApi.ts'

export function Revisions({ row }: { row: PostAdmin }) {
  const { data, error, refetch } = useAdminQuery<ItemsRevisionRead>(
    calls.contentAdminDeed('posts', row.id, 'revisions'),
    ['Post'],
  )
  return (
    <section className="ad-block">
      <h4>{articleDesk.revisions}</h4>
      {error && !data ? (
        <ErrorNote title={articleDesk.revisionsFailed} onRetry={refetch}>
          {failureText(error, '')}
        </ErrorNote>
      ) : !data ? (
        <Skeleton height="3rem" />
      ) : data.items.length === 0 ? (
        <p className="s mute">{articleDesk.noRevisions}</p>
      ) : (
        data.items.map((one) => (
          <details key={one.id} className="s">
            <summary>{articleDesk.by(one.editor_name, dayAndTime(one.saved_at))}</summary>
            <p className="strong">{one.title}</p>
            <p className="ad-text">{one.content}</p>
            <ActionButton
              change={{
                url: calls.contentAdminItem('posts', row.id),
                method: 'PATCH',
                body: {
                  title: one.title,
                  excerpt: one.excerpt,
                  content: one.content,
                  version: row.version,
                },
                tags: ['Post'],
              }}
              confirmation={{
                title: articleDesk.restoreQuestion,
                hint: articleDesk.restoreHint,
                confirm: articleDesk.restore,
              }}
            >
              {articleDesk.restore}
            </ActionButton>
          </details>
        ))
      )}
    </section>
  )
}
