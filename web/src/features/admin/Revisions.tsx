// The earlier versions of an article, newest first. Each can be unfolded and restored.

import { calls } from '../../app/calls.ts'
import { adminArticle } from '../../app/texts/adminContent.ts'
import type { PostAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { ActionButton } from './ActionButton.tsx'
import { BlockQueryView } from './AdminQueryView.tsx'
import { useAdminQuery } from './adminApi.ts'

export function Revisions({ row }: { row: PostAdmin }) {
  const query = useAdminQuery(calls.contentAdminAction('posts', row.id, 'revisions'), ['Post'])
  return (
    <section className="ad-block">
      <h4>{adminArticle.revisions}</h4>
      <BlockQueryView query={query} errorTitle={adminArticle.revisionsFailed}>
        {(data) =>
          data.items.length === 0 ? (
            <p className="s mute">{adminArticle.noRevisions}</p>
          ) : (
            data.items.map((one) => (
              <details key={one.id} className="s">
                <summary>{adminArticle.by(one.editor_name, dayAndTime(one.saved_at))}</summary>
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
                    title: adminArticle.restoreQuestion,
                    hint: adminArticle.restoreHint,
                    confirm: adminArticle.restore,
                  }}
                >
                  {adminArticle.restore}
                </ActionButton>
              </details>
            ))
          )
        }
      </BlockQueryView>
    </section>
  )
}
