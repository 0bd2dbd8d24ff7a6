import { Link, useLocation } from 'react-router'
import type { PostSummary } from '../../api/wire/content.ts'
import { formatDay } from '../../lib/dates.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer } from '../../lib/typography.ts'
import { articleReadMinutes } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { blog, categories } from '../../shared/texts/blog.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Tag.tsx'
import { PostFigure } from './PostFigure.tsx'

export const findCategoryName = (slug: string) =>
  categories.find((category) => category.slug === slug)?.name ?? slug

export const formatReadTime = (post?: Pick<PostSummary, 'read_minutes'>) =>
  `${post?.read_minutes ?? articleReadMinutes}${NBSP}${blog.minutes}`

export const formatPostAuthor = (post: Pick<PostSummary, 'first_name' | 'last_name'>) =>
  `${post.first_name} ${post.last_name}`.trim()

/** The article opens over this list, so its URL keeps the list's filters. */
function PostLink({ post, children }: { post: PostSummary; children: string }) {
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: pages.article(post.slug), search }}
      state={{ isOverList: true }}
      className="plain blog-link"
    >
      {children}
    </Link>
  )
}

export function FeaturedPost({ post }: { post: PostSummary }) {
  return (
    <article className="grid blog-featured">
      <PostFigure post={post} large />
      <div className="blog-featured-text">
        <Badge>{blog.featured}</Badge>
        <h2>
          <PostLink post={post}>{post.title}</PostLink>
        </h2>
        <p className="ink2">{typographer(post.excerpt)}</p>
        <p className="blog-by">
          <span>{formatPostAuthor(post)}</span>
          <time dateTime={post.created_at}>{formatDay(post.created_at)}</time>
          <span>{formatReadTime(post)}</span>
        </p>
      </div>
    </article>
  )
}

/**
 * The skeleton is as tall as three lines of a title and five of an excerpt, so that the list below does not move.
 */
export function FeaturedSkeleton() {
  return (
    <div className="grid blog-featured">
      <div className="blog-figure" />
      <div className="blog-featured-text blog-featured-place">
        <Skeleton width={96} height={20} />
        <Skeleton width="92%" height={100} />
        <Skeleton height={120} />
        <Skeleton width="60%" height={12} />
      </div>
    </div>
  )
}

export function PostCard({ post }: { post: PostSummary }) {
  return (
    <li>
      <article>
        <PostFigure post={post} />
        <p className="blog-by">
          <span>{findCategoryName(post.category)}</span>
          <time dateTime={post.created_at}>{formatDay(post.created_at)}</time>
          <span>{formatReadTime(post)}</span>
        </p>
        <h3>
          <PostLink post={post}>{post.title}</PostLink>
        </h3>
        <p className="blog-excerpt">
          {post.snippet ? <Snippet text={post.snippet} /> : typographer(post.excerpt)}
        </p>
      </article>
    </li>
  )
}

/** The server marks the matches with <mark>. All other markup is rendered as text. */
function Snippet({ text }: { text: string }) {
  const parts = text.split(/<\/?(?:mark|b)>/)
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )
}

export function PostSkeleton() {
  return (
    <li>
      <div className="blog-figure" />
      <p className="blog-by">
        <Skeleton width="60%" height={12} />
      </p>
      <h3>
        <Skeleton width="88%" height={20} />
      </h3>
      <Skeleton height={12} />
      <Skeleton width="70%" height={12} />
    </li>
  )
}
