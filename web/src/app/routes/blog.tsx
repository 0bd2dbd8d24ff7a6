import { BlogPage } from '../../features/blog/BlogPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { blog } from '../../shared/texts/blog.ts'
import type { Route } from './+types/blog.ts'

/** An article sets its own head once it is loaded (features/blog/ArticleDialog.tsx). */
export const meta = ({ params }: Route.MetaArgs) =>
  params.slug ? [] : createPageMeta(blog, pages.blog, { image: '/og/blog.png' })

// The list and the article over it are one route, so the list stays mounted. As one scroll group
// they keep the scroll position of the list.
export const handle: RouteHandle = {
  scrollGroup: pages.blog,
}

export default function BlogRoute({ params }: Route.ComponentProps) {
  return <BlogPage slug={params.slug} />
}
