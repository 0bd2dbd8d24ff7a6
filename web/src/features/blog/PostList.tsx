import { useDeferredValue, useMemo } from 'react'
import { mergeRows } from '../../api/endpoints.ts'
import { useGetFeaturedPostQuery, useGetPostsInfiniteQuery } from '../../api/posts.ts'
import type { PostSummary } from '../../api/wire/content.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { QueryView } from '../../shared/QueryView.tsx'
import { blog } from '../../shared/texts/blog.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type BlogFilters, blogFilters } from './blogFilters.ts'
import { FeaturedPost, FeaturedSkeleton, PostCard, PostSkeleton } from './PostGrid.tsx'

const { isNarrowed } = blogFilters
const skeletonKeys = [1, 2, 3, 4, 5, 6]

function usePosts(filters: BlogFilters) {
  const list = useGetPostsInfiniteQuery(filters)
  const featuredQuery = useGetFeaturedPostQuery(undefined, { skip: isNarrowed(filters) })
  const featured = isNarrowed(filters) ? undefined : featuredQuery.data?.posts[0]
  const pages = list.currentData?.pages
  // The grid waits until the featured article is known; otherwise it would jump.
  const isWaiting = !pages || (!isNarrowed(filters) && featuredQuery.isLoading)
  const content = useMemo(
    () => ({
      filters,
      featured,
      /** The featured article is one of the six on the first page, so the grid has the other five. */
      isFeaturedOnFirstPage: Boolean(pages?.[0]?.posts.some(({ id }) => id === featured?.id)),
      posts: isWaiting
        ? undefined
        : mergeRows(pages, (page) => page.posts).filter(({ id }) => id !== featured?.id),
      total: pages?.[0]?.total ?? 0,
    }),
    [filters, featured, pages, isWaiting],
  )
  function refetch() {
    void list.refetch()
    if (featuredQuery.error) void featuredQuery.refetch()
  }
  // Deferred, because rendering all drawings of a page at once blocks a phone.
  return { ...list, refetch, ...useDeferredValue(content) }
}

type Props = { filters: BlogFilters; onReset: () => void }

export function PostList({ filters: requested, onReset }: Props) {
  const list = usePosts(requested)
  const { filters, posts, featured, error } = list
  return (
    <QueryView
      query={{ ...list, currentData: posts }}
      errorTitle={blog.failed}
      isSkeletonBusy
      skeleton={<PostsSkeleton filters={filters} featured={featured} />}
    >
      {(loaded) =>
        loaded.length === 0 && !featured ? (
          <NoPosts filters={filters} onReset={onReset} />
        ) : (
          <>
            {isNarrowed(filters) && (
              <p role="status" className="s mute blog-found num">
                {blog.found(formatNumber(list.total))}
              </p>
            )}
            {featured && <FeaturedPost post={featured} />}
            <h2 className="sr">{blog.list}</h2>
            <ul
              className="blog-posts"
              data-begins={list.isFeaturedOnFirstPage ? 'wide' : undefined}
              aria-busy={list.isFetchingNextPage}
            >
              {loaded.map((post) => (
                <PostCard key={post.id} post={post} />
              ))}
            </ul>
            {!list.isFetching && (
              <ActionError error={error} fallback={blog.failed} className="blog-failed" />
            )}
            {list.hasNextPage && (
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
    </QueryView>
  )
}

type SkeletonProps = { filters: BlogFilters; featured?: PostSummary }

function PostsSkeleton({ filters, featured }: SkeletonProps) {
  return (
    <>
      {!isNarrowed(filters) && (featured ? <FeaturedPost post={featured} /> : <FeaturedSkeleton />)}
      <h2 className="sr">{blog.list}</h2>
      <ul className="blog-posts" aria-busy="true">
        {skeletonKeys.map((key) => (
          <PostSkeleton key={key} />
        ))}
      </ul>
    </>
  )
}

function NoPosts({ filters, onReset }: { filters: BlogFilters; onReset: () => void }) {
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
