import { type ComponentType, Suspense, useEffect } from 'react'
import { useAppStore } from '../../app/hooks.ts'
import { importWithRetry } from '../../app/importWithRetry.ts'
import { lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import { Hero } from './Hero.tsx'

const sections: { id: string; Section: ComponentType }[] = [
  { id: 'why-us', Section: lazyWhenVisible('why-us', () => import('./WhyUs.tsx')) },
  { id: 'top-models', Section: lazyWhenVisible('top-models', () => import('./TopModels.tsx')) },
  { id: 'how-we-work', Section: lazyWhenVisible('how-we-work', () => import('./HowWeWork.tsx')) },
  { id: 'reviews', Section: lazyWhenVisible('reviews', () => import('./Reviews.tsx')) },
  {
    id: 'latest-posts',
    Section: lazyWhenVisible('latest-posts', () => import('./LatestPosts.tsx')),
  },
  {
    id: 'quick-request',
    Section: lazyWhenVisible('quick-request', () => import('./QuickRequest.tsx')),
  },
]

// A constant element: a new one would be an update of parts that are not hydrated yet.
const way = (
  <Route>
    {sections.map(({ id, Section }) => (
      <Suspense key={id} fallback={<div id={id} className="section page home-waiting" />}>
        <Section />
      </Suspense>
    ))}
  </Route>
)

/** Requests the cars and the posts at start, before their sections are near the viewport. */
function useLists() {
  const store = useAppStore()
  useEffect(() => {
    let isHere = true
    let letGo = () => {}
    void importWithRetry(() => import('./requestLists.ts')).then(({ requestLists }) => {
      if (isHere) letGo = requestLists(store.dispatch)
    })
    return () => {
      isHere = false
      letGo()
    }
  }, [store])
}

/** The page follows the route: from Stuttgart under the first screen to the request form in Moscow. */
export function HomePage() {
  useLists()
  return (
    <>
      <Hero />
      {way}
    </>
  )
}
