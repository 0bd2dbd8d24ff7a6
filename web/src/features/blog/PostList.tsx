import { useDeferredValue, useMemo } from 'react'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { blog } from '../../app/texts/blog.ts'
import type { PostSummary } from '../../app/wire/content.ts'
import { figure } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { useGetFeaturedPostQuery, useGetPostsInfiniteQuery } from './blogApi.ts'
import { type BlogFilters, isNarrowed } from './filters.ts'
import { FeaturedPlace, FeaturedPost, PostCard, PostPlace } from './PostGrid.tsx'

const places = [1, 2, 3, 4, 5, 6]

/** An article that came in between two pages is not shown twice. */
function distinct(posts: PostSummary[], apart?: PostSummary): PostSummary[] {
  const seen = new Set(apart ? [apart.id] : [])
  return posts.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function usePosts(filters: BlogFilters) {
  const list = useGetPostsInfiniteQuery(filters)
  const featuredQuery = useGetFeaturedPostQuery(undefined, { skip: isNarrowed(filters) })
  const featured = isNarrowed(filters) ? undefined : featuredQuery.data?.posts[0]
  const pages = list.currentData?.pages
  // Not before it is known which article stands apart, or the grid would jump.
  const isWaiting = !pages || (!isNarrowed(filters) && featuredQuery.isLoading)
  const arrived = useMemo(
    () => ({
      filters,
      featured,
      /** The recommended one is of the first six, so the grid has five of them. */
      isApart: Boolean(pages?.[0]?.posts.some(({ id }) => id === featured?.id)),
      posts: isWaiting ? undefined : distinct(pages?.flatMap((page) => page.posts) ?? [], featured),
      total: pages?.[0]?.total ?? 0,
    }),
    [filters, featured, pages, isWaiting],
  )
  function refetch() {
    void list.refetch()
    if (featuredQuery.error) void featuredQuery.refetch()
  }
  // Drawn in pieces: a page of drawings at once would hold up a phone for a moment.
  return { ...list, refetch, ...useDeferredValue(arrived) }
}

type Props = { filters: BlogFilters; onReset: () => void }

export function PostList({ filters: wanted, onReset }: Props) {
  const list = usePosts(wanted)
  const { filters, posts, featured, error } = list
  if (error && !posts?.length) {
    return (
      <ErrorNote title={blog.failed} onRetry={list.refetch} code={requestIdOf(error)}>
        {problemText(error, '')}
      </ErrorNote>
    )
  }
  if (posts?.length === 0 && !featured) return <Nothing filters={filters} onReset={onReset} />
  return (
    <>
      {isNarrowed(filters) && posts && (
        <p role="status" className="s mute blog-found num">
          {blog.found(figure(list.total))}
        </p>
      )}
      {!isNarrowed(filters) &&
        (featured ? <FeaturedPost post={featured} /> : !posts && <FeaturedPlace />)}
      <h2 className="sr">{blog.list}</h2>
      <ul
        className="blog-posts"
        data-begins={list.isApart ? 'wide' : undefined}
        aria-busy={!posts || list.isFetchingNextPage}
      >
        {posts
          ? posts.map((post) => <PostCard key={post.id} post={post} />)
          : places.map((place) => <PostPlace key={place} />)}
      </ul>
      {error && posts && (
        <p role="alert" className="blog-failure">
          {problemText(error, blog.failed)}
        </p>
      )}
      {posts && list.hasNextPage && (
        <Button
          variant="line"
          wide
          className="blog-more"
          pendingLabel={list.isFetchingNextPage && blog.loadingMore}
          onClick={() => list.fetchNextPage()}
        >
          {blog.more}
        </Button>
      )}
    </>
  )
}

function Nothing({ filters, onReset }: { filters: BlogFilters; onReset: () => void }) {
  if (!isNarrowed(filters)) return <EmptyState title={blog.empty}>{blog.emptyNote}</EmptyState>
  return (
    <EmptyState
      title={blog.nothing}
      action={
        <Button variant="line" onClick={onReset}>
          {blog.reset}
        </Button>
      }
    >
      {blog.nothingNote}
    </EmptyState>
  )
}
