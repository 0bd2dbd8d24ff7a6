import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyAfterHydration } from '../../app/lazyWhenVisible.ts'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { blog } from '../../app/texts/blog.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import '../../ui/Chip.css'
import '../../ui/EmptyState.css'
import '../../ui/Field.css'
import '../../ui/Note.css'
import '../../ui/Skeleton.css'
import '../../ui/Tag.css'
import './blog.css'

// The HTML has the tools and the places of the articles; what fills them comes right after the first paint.
const BlogBody = lazyAfterHydration(async () => (await import('./BlogBody.tsx')).BlogBody)
// One element for good: a new one would be an update to a part that React has not taken over yet.
const body = (
  <Suspense fallback={<div className="blog-waiting" />}>
    <BlogBody />
  </Suspense>
)
const ArticleDialog = lazyWithRetry(async () => (await import('./ArticleDialog.tsx')).ArticleDialog)

/** The list, and over it the article whose address this is. */
export function BlogPage() {
  const { slug } = useParams()
  return (
    <Route>
      <section className="page pagehead">
        <h1>{blog.heading}</h1>
        <p className="aside">{blog.lead}</p>
      </section>
      {body}
      {slug && (
        <Suspense fallback={null}>
          <ArticleDialog slug={slug} />
        </Suspense>
      )}
    </Route>
  )
}
