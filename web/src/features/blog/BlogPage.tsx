import { Suspense, useState } from 'react'
import { lazyAfterHydration } from '../../app/lazyWhenVisible.ts'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { hasServedRecord } from '../../app/servedRecord.ts'
import { blog } from '../../app/texts/blog.ts'
import { useRouteParams } from '../../app/useRouteParams.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import './blog.css'

// The HTML has the tools and the skeletons of the articles; the code that fills them loads after the first paint.
const BlogBody = lazyAfterHydration('main', () => import('./BlogBody.tsx'))
// A constant element: a new one would be an update of a part that is not hydrated yet.
const body = (
  <Suspense fallback={<div className="blog-waiting" />}>
    <BlogBody />
  </Suspense>
)
const ArticleDialog = lazyWithRetry(() => import('./ArticleDialog.tsx'))

/** The list, and the dialog of the article in the address. */
export function BlogPage() {
  const { slug } = useRouteParams('/blog/:slug?')
  return (
    <Route>
      <section className="page pagehead">
        <h1>{blog.heading}</h1>
        <p className="aside">{blog.lead}</p>
      </section>
      {body}
      {slug && <ArticleOver slug={slug} />}
    </Route>
  )
}

/**
 * A served article stays on the screen until its dialog can be rendered: without a boundary of its own React waits with
 * the whole page. An article that is opened from the list does not make the list wait.
 */
function ArticleOver({ slug }: { slug: string }) {
  const [isServed] = useState(hasServedRecord)
  const dialog = <ArticleDialog slug={slug} />
  return isServed ? dialog : <Suspense fallback={null}>{dialog}</Suspense>
}
