import { useEffect } from 'react'
import { useAppStore } from '../../app/hooks.ts'
import { deferredPart } from '../../platform/deferredPart.ts'
import type { LoadedModule } from '../../platform/lazyWithRetry.ts'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import { Hero } from './Hero.tsx'

function createSectionPart(id: string, load: () => LoadedModule) {
  const fallback = <div id={id} className="section page home-waiting" />
  return deferredPart({ id, load, fallback, start: 'whenVisible' })
}

const sections = (
  <JourneyLine>
    {createSectionPart('why-us', () => import('./WhyUs.tsx'))}
    {createSectionPart('top-models', () => import('./TopModels.tsx'))}
    {createSectionPart('how-we-work', () => import('./HowWeWork.tsx'))}
    {createSectionPart('reviews', () => import('./Reviews.tsx'))}
    {createSectionPart('latest-posts', () => import('./LatestPosts.tsx'))}
    {createSectionPart('quick-request', () => import('./QuickRequest.tsx'))}
  </JourneyLine>
)

/** Requests the cars and the posts at start, before their sections are near the viewport. */
function usePrefetchedLists() {
  const store = useAppStore()
  useEffect(() => {
    let isMounted = true
    let release = () => {}
    void import('./requestLists.ts').then(({ requestLists }) => {
      if (isMounted) release = requestLists(store.dispatch)
    })
    return () => {
      isMounted = false
      release()
    }
  }, [store])
}

/** The page follows the route: from Stuttgart under the first screen to the request form in Moscow. */
export function HomePage() {
  usePrefetchedLists()
  return (
    <>
      <Hero />
      {sections}
    </>
  )
}
