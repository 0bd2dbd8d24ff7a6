import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useGetPostQuery } from '../../api/posts.ts'
import { isRecordMissing } from '../../api/problem.ts'
import { readServedScrollTop } from '../../api/servedRecord.ts'
import { useFallbackTitle } from '../../shared/head/prerenderedHead.ts'
import { RecordHead } from '../../shared/head/RecordHead.tsx'
import { pages } from '../../shared/paths.ts'
import { findErrorToShow, QueryView } from '../../shared/QueryView.tsx'
import { blog, article as texts } from '../../shared/texts/blog.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Article } from './Article.tsx'
import { findCategoryName } from './PostGrid.tsx'
import { ShareArticleButton } from './ShareArticleButton.tsx'

/** Returns to the list: with Back if the article was opened from it, otherwise by its URL. */
function useClose() {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  return () => {
    if ((state as { isOverList?: boolean } | null)?.isOverList) void navigate(-1)
    else void navigate({ pathname: pages.blog, search }, { preventScrollReset: true })
  }
}

/** Follows the article's links to this site with the router. */
function useInternalLinks() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest('a')
    if (!link || link.target || link.origin !== location.origin) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
}

/** The scroll container of the dialog. A related article opens in the same container, which scrolls to the start. */
function useArticleScroll(slug: string) {
  const scroller = useRef<HTMLElement | null>(null)
  const shownSlug = useRef(slug)
  // The reader may have scrolled the article of the served HTML, which this dialog replaces.
  const [servedTop] = useState(() => readServedScrollTop('blog-scroll'))
  const attachScroller = useCallback(
    (shown: HTMLElement | null) => {
      scroller.current = shown
      if (shown && servedTop > 0) shown.scrollTop = servedTop
    },
    [servedTop],
  )
  useEffect(() => {
    if (shownSlug.current !== slug) scroller.current?.scrollTo({ top: 0 })
    shownSlug.current = slug
  }, [slug])
  return { scroller, attachScroller }
}

export default function ArticleDialog({ slug }: { slug: string }) {
  const query = useGetPostQuery(slug)
  const post = query.currentData
  const error = findErrorToShow(query)
  const close = useClose()
  const followInnerLink = useInternalLinks()
  const { scroller, attachScroller } = useArticleScroll(slug)
  // The initial focus needs no ring, since the user has not moved it there.
  const [isEntered, setEntered] = useState(false)
  const isMissing = isRecordMissing(error)
  const fallbackTitle = isMissing ? texts.missing : texts.loading
  useFallbackTitle(post ? null : fallbackTitle)
  return (
    <Dialog
      open
      onClose={close}
      title={post?.title ?? fallbackTitle}
      hideTitle
      size="wide"
      bare
      fullOnPhone
      initialFocus={scroller}
      className="blog-dialog"
    >
      {post && (
        <RecordHead
          name={post.title}
          description={post.excerpt}
          path={pages.article(post.slug)}
          type="article"
        />
      )}
      <section
        ref={attachScroller}
        aria-label={texts.text}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards need it to scroll.
        tabIndex={0}
        className={joinClasses('blog-scroll', isEntered && 'is-entered')}
        onBlur={() => setEntered(true)}
      >
        <div className="blog-dialog-bar">
          <span className="s mute">{post ? findCategoryName(post.category) : blog.title}</span>
          {post && <ShareArticleButton title={post.title} slug={post.slug} />}
        </div>
        <div className="blog-inner">
          <QueryView
            query={query}
            errorTitle={texts.failed}
            renderError={(_error, note) => (isMissing ? <MissingArticle /> : note)}
            skeleton={<ArticleSkeleton />}
          >
            {(loaded) => <Article key={loaded.id} post={loaded} onInnerLink={followInnerLink} />}
          </QueryView>
        </div>
      </section>
    </Dialog>
  )
}

function MissingArticle() {
  return (
    <EmptyState title={texts.missing} action={<LinkButton to={pages.blog}>{texts.all}</LinkButton>}>
      {texts.missingNote}
    </EmptyState>
  )
}

function ArticleSkeleton() {
  return (
    <div className="stack-16">
      <Skeleton height={56} width="90%" />
      <Skeleton height={56} width="60%" />
      <Skeleton height={12} width="40%" />
      <div className="blog-figure" />
      {[96, 88, 92, 70].map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} />
      ))}
    </div>
  )
}
