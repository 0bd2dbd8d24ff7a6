import { Suspense } from 'react'
import { lazyAfterHydration } from '../../app/lazyWhenVisible.ts'
import { cars as texts } from '../../app/texts/cars.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import './cars.css'

// The HTML has the tools and the places of the cars; what fills them comes right after the first paint.
const Catalogue = lazyAfterHydration('catalogue', () => import('./Catalogue.tsx'))
// One element for good: a new one would be an update to a part that React has not taken over yet.
const catalogue = (
  <Suspense fallback={<div className="page cars-waiting" />}>
    <Catalogue />
  </Suspense>
)

export function CarsPage() {
  return (
    <Route>
      <section className="page pagehead">
        <h1>{texts.heading}</h1>
        <p className="aside">{texts.lead}</p>
      </section>
      {catalogue}
    </Route>
  )
}
