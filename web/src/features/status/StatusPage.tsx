import { Suspense } from 'react'
import { lazyAfterHydration } from '../../app/lazyWhenVisible.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import './status.css'

// The HTML has the rows of the services; the code that fills them loads after the first paint.
const StatusBody = lazyAfterHydration('main', () => import('./StatusBody.tsx'))
// A constant element: a new one would be an update of a part that is not hydrated yet.
const body = (
  <Suspense fallback={null}>
    <StatusBody />
  </Suspense>
)

export function StatusPage() {
  return <Route>{body}</Route>
}
