import { deferredPart } from '../../platform/deferredPart.ts'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import './status.css'

// The prerendered HTML has the rows of the services. Their code is loaded after the first paint.
const body = deferredPart({
  id: 'main',
  load: () => import('./StatusBody.tsx'),
  fallback: null,
  start: 'afterHydration',
})

export function StatusPage() {
  return <JourneyLine>{body}</JourneyLine>
}
