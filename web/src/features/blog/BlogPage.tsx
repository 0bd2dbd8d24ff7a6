import { Suspense, useState } from 'react'
import { hasServedRecord } from '../../api/servedRecord.ts'
import { deferredPart } from '../../platform/deferredPart.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { blog } from '../../shared/texts/blog.ts'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import './blog.css'

// The HTML has the toolbar and the skeletons of the articles. Their code is loaded after the first
// paint.
const body = deferredPart({
  id: 'main',
  load: () => import('./BlogBody.tsx'),
  fallback: <div className="page blog-waiting" />,
  start: 'afterHydration',
})
const ArticleDialog = lazyWithRetry(() => import('./ArticleDialog.tsx'))

/** The list, and over it the dialog of the article with this slug. */
export function BlogPage({ slug }: { slug: string | undefined }) {
  return (
    <JourneyLine>
      <section className="page pagehead">
        <h1>{blog.heading}</h1>
        <p className="aside">{blog.lead}</p>
      </section>
      {body}
      {slug && <ArticleOver slug={slug} />}
    </JourneyLine>
  )
}

/**
 * A served article stays on the screen until its dialog can be rendered. It has its own boundary,
 * because otherwise the whole page would wait. The list does not wait for an article that is opened
 * from it.
 */
function ArticleOver({ slug }: { slug: string }) {
  const [isServed] = useState(hasServedRecord)
  const dialog = <ArticleDialog slug={slug} />
  return isServed ? dialog : <Suspense fallback={null}>{dialog}</Suspense>
}
