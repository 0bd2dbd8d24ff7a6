import { Link } from 'react-router'
import { useGetLatestPostsQuery } from '../../api/posts.ts'
import { formatDay } from '../../lib/dates.ts'
import { typographer } from '../../lib/typography.ts'
import { pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { posts as texts } from '../../shared/texts/homeSections.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import './LatestPosts.css'

const skeletonKeys = [1, 2, 3]

export default function LatestPosts() {
  const query = useGetLatestPostsQuery()
  return (
    <JourneySection
      id="latest-posts"
      title={texts.title}
      aside={
        <p>
          {texts.lead} <Link to={pages.blog}>{texts.link}</Link>
        </p>
      }
    >
      <QueryView
        query={query}
        errorTitle={texts.failed}
        isSkeletonBusy
        skeleton={<PostsSkeleton />}
      >
        {({ posts }) =>
          posts.length === 0 ? (
            <EmptyState title={texts.empty} />
          ) : (
            <ul className="home-posts">
              {posts.map((post) => (
                <li key={post.id}>
                  <Link to={pages.article(post.slug)} className="plain stack-8">
                    <h3>{post.title}</h3>
                    <p>{typographer(post.excerpt)}</p>
                    <time dateTime={post.created_at}>{formatDay(post.created_at)}</time>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </JourneySection>
  )
}

function PostsSkeleton() {
  return (
    <ul className="home-posts" aria-busy="true">
      {skeletonKeys.map((key) => (
        <li key={key} className="is-empty">
          <Skeleton height={24} width="80%" />
          <Skeleton />
          <Skeleton width="60%" />
        </li>
      ))}
    </ul>
  )
}
