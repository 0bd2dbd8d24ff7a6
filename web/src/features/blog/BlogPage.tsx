import { Suspense, startTransition, useEffect, useState } from 'react'
import { hasServedRecord } from '../../api/servedRecord.ts'
import { deferredPart } from '../../platform/deferredPart.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { waitUntilIdle } from '../../platform/whenIdle.ts'
import { blog } from '../../shared/texts/blog.ts'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import './blog.css'

// The prerendered HTML has the toolbar and the skeletons of the articles. Their code is loaded after the
// first paint.
const listPlaceholder = <div className="page blog-waiting" />
const body = deferredPart({
  id: 'main',
  load: () => import('./BlogBody.tsx'),
  fallback: listPlaceholder,
  start: 'afterHydration',
})
const ArticleDialog = lazyWithRetry(() => import('./ArticleDialog.tsx'))

/** The list, and over it the dialog of the article with this slug. */
export function BlogPage({ slug }: { slug: string | undefined }) {
  const isListNeeded = useIsListNeeded(slug)
  return (
    <JourneyLine>
      <section className="page pagehead">
        <h1>{blog.heading}</h1>
        <p className="aside">{blog.lead}</p>
      </section>
      {isListNeeded ? body : listPlaceholder}
      {slug && <ArticleOver slug={slug} />}
    </JourneyLine>
  )
}

/**
 * Under an article that was opened by its URL, the list is rendered when the browser is idle: the dialog covers it,
 * and rendering it at once would block input in the article.
 */
function useIsListNeeded(slug: string | undefined): boolean {
  const [isNeeded, setNeeded] = useState(slug === undefined)
  if (!isNeeded && slug === undefined) setNeeded(true)
  useEffect(() => {
    if (isNeeded) return
    void waitUntilIdle().then(() => startTransition(() => setNeeded(true)))
  }, [isNeeded])
  return isNeeded
}

/**
 * An article of the served HTML stays on the screen until its dialog can be rendered. An article that is
 * opened from the list has its own boundary, so that the list stays visible while the dialog is loading.
 */
function ArticleOver({ slug }: { slug: string }) {
  const [isServed] = useState(hasServedRecord)
  const dialog = <ArticleDialog slug={slug} />
  return isServed ? dialog : <Suspense fallback={null}>{dialog}</Suspense>
}
