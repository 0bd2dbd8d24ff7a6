import { type MouseEvent, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PostRead } from '../../api/wire/content.ts'
import { formatDay } from '../../lib/dates.ts'
import { bindShortWordsInHtml, typographer } from '../../lib/typography.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { waitUntilIdle } from '../../platform/whenIdle.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { pages } from '../../shared/paths.ts'
import { comments, article as texts } from '../../shared/texts/blog.ts'
import { useInView } from '../../ui/useInView.ts'
import { PostFigure } from './PostFigure.tsx'
import { formatPostAuthor, formatReadTime } from './PostGrid.tsx'
import { findTagName } from './Topics.tsx'
import { Video } from './Video.tsx'
import { parseVideo } from './videoSource.ts'

const Comments = lazyWithRetry(() => import('./Comments.tsx'))

type Props = { post: PostRead; onInnerLink: (event: MouseEvent<HTMLElement>) => void }

export function Article({ post, onInnerLink }: Props) {
  const video = post.video_url ? parseVideo(post.video_url) : null
  const isUpdated = formatDay(post.updated_at) !== formatDay(post.created_at)
  return (
    <article>
      {/* The title already names the dialog. */}
      <p className="blog-title" aria-hidden="true">
        {post.title}
      </p>
      <p className="blog-by">
        <span>{formatPostAuthor(post)}</span>
        <time dateTime={post.created_at}>{formatDay(post.created_at)}</time>
        {isUpdated && <span>{texts.updated(formatDay(post.updated_at))}</span>}
        <span>{formatReadTime(post)}</span>
      </p>
      {video ? (
        <Video source={video} title={post.title} poster={<PostFigure post={post} large />} />
      ) : (
        <PostFigure post={post} large />
      )}
      <p className="blog-lead">{typographer(post.excerpt)}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link causes a click. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the targets. */}
      <div
        className="prose blog-prose"
        onClick={onInnerLink}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes it on saving.
        dangerouslySetInnerHTML={{ __html: bindShortWordsInHtml(post.content_html) }}
      />
      {post.tags.length > 0 && (
        <ul className="blog-tags" aria-label={texts.tags}>
          {post.tags.map((tag) => (
            <li key={tag}>
              <Link to={`${pages.blog}?tag=${encodeURIComponent(tag)}`} className="ui-chip">
                {findTagName(tag)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <DeferredComments postId={post.id} />
      {post.related.length > 0 && (
        <section className="blog-related" aria-labelledby="related-title">
          <h3 id="related-title">{texts.related}</h3>
          <ul className="rows">
            {post.related.map((related) => (
              <li key={related.id}>
                <Link to={pages.article(related.slug)}>{related.title}</Link>
                <span className="xs mute">{formatReadTime(related)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

/** The comments are loaded when the browser is idle or the section is visible, so they do not delay the article. */
function DeferredComments({ postId }: { postId: string }) {
  const section = useRef<HTMLElement>(null)
  const isSeen = useInView(section)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    void waitUntilIdle().then(() => startTransition(() => setIdle(true)))
  }, [])
  return (
    <section ref={section} className="blog-comments" aria-labelledby="comments-title">
      <h3 id="comments-title">{comments.title}</h3>
      <ErrorBoundary title={comments.listFailed}>
        <Suspense>{(isSeen || isIdle) && <Comments postId={postId} />}</Suspense>
      </ErrorBoundary>
    </section>
  )
}
