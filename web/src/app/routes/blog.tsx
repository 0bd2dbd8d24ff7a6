import { BlogPage } from '../../features/blog/BlogPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { blog } from '../texts/blog.ts'
import { shell } from '../texts/shell.ts'

/** An article sets its own head once it is loaded (features/blog/ArticleHead.tsx). */
export const meta = ({ params }: { params: { slug?: string } }) =>
  params.slug
    ? []
    : pageMeta({
        title: blog.title,
        description: blog.description,
        path: pages.blog,
        image: '/og/blog.png',
        jsonLd: [
          breadcrumbs(
            { name: shell.home, path: pages.home },
            { name: blog.title, path: pages.blog },
          ),
        ],
      })

// One route for the list and the article over it, so the list is not rendered again.
export const handle: RouteHandle = {
  stampTitle: blog.title,
  stampScale: '1 : 20',
  scrollGroup: pages.blog,
}

export default BlogPage
