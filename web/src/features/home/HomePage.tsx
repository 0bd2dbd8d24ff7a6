import { type ComponentType, Suspense, useEffect } from 'react'
import { useAppStore } from '../../app/hooks.ts'
import { lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { importWithRetry } from '../../app/importWithRetry.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import { Hero } from './Hero.tsx'
import './sections.ts'

const sections: { id: string; Section: ComponentType }[] = [
  { id: 'why-us', Section: lazyWhenVisible('why-us', async () => (await import('./WhyUs.tsx')).WhyUs) },
  {
    id: 'top-models',
    Section: lazyWhenVisible('top-models', async () => (await import('./TopModels.tsx')).TopModels),
  },
  {
    id: 'how-we-work',
    Section: lazyWhenVisible('how-we-work', async () => (await import('./HowWeWork.tsx')).HowWeWork),
  },
  {
    id: 'reviews',
    Section: lazyWhenVisible('reviews', async () => (await import('./Reviews.tsx')).Reviews),
  },
  {
    id: 'latest-posts',
    Section: lazyWhenVisible('latest-posts', async () => (await import('./LatestPosts.tsx')).LatestPosts),
  },
  {
    id: 'quick-request',
    Section: lazyWhenVisible(
      'quick-request',
      async () => (await import('./QuickRequest.tsx')).QuickRequest,
    ),
  },
]

// One element for good: a new one would be an update to parts that React has not taken over yet.
const way = (
  <Route>
    {sections.map(({ id, Section }) => (
      <Suspense key={id} fallback={<div id={id} className="section page home-waiting" />}>
        <Section />
      </Suspense>
    ))}
  </Route>
)

/** Start-up asks for the cars and the posts, so that they are there before their sections come near. */
function useLists() {
  const store = useAppStore()
  useEffect(() => {
    let isHere = true
    let letGo = () => {}
    void importWithRetry(() => import('./lists.ts')).then(({ askForLists }) => {
      if (isHere) letGo = askForLists(store.dispatch)
    })
    return () => {
      isHere = false
      letGo()
    }
  }, [store])
}

/** The page is the way: from Stuttgart under the first screen to Moscow, where the request is sent. */
export function HomePage() {
  useLists()
  return (
    <>
      <Hero />
      {way}
    </>
  )
}
