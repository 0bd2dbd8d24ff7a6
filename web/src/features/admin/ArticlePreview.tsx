// A preview of the article. The content service renders it shortly after typing stops.

import { calls } from '../../app/calls.ts'
import { liveStream } from '../../app/limits.ts'
import { problemText } from '../../app/problem.ts'
import { adminArticle } from '../../app/texts/adminContent.ts'
import { useDebouncedValue } from '../../app/useDebouncedValue.ts'
import { Note } from '../../ui/Note'
import { useAdminPreview } from './adminApi.ts'
import type { Values } from './formValues.ts'

export function ArticlePreview({ values }: { values: Values }) {
  const content = useDebouncedValue(String(values.content ?? ''), liveStream.typingPause)
  const { data: rendered, error } = useAdminPreview(calls.postPreview, { content })
  const picture = String(values.image_url ?? '')
  return (
    // A region that scrolls must be reachable by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the end of a long article cannot be reached.
    <section className="ad-preview" aria-label={adminArticle.preview} tabIndex={0}>
      <p className="cap" aria-hidden="true">
        {adminArticle.preview}
      </p>
      <p className="ad-preview-title">{String(values.title ?? '') || adminArticle.noTitle}</p>
      {rendered && <p className="xs mute num">{adminArticle.minutes(rendered.read_minutes)}</p>}
      {picture && <img className="ad-media" src={picture} alt="" />}
      <p className="lead">{String(values.excerpt ?? '')}</p>
      {error && (
        <Note tone="warn" role="status">
          {problemText(error, adminArticle.previewFailed)}
        </Note>
      )}
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the service renders it safe, as it does the page itself.
        dangerouslySetInnerHTML={{ __html: rendered?.content_html ?? '' }}
      />
    </section>
  )
}
