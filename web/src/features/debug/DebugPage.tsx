// Diagnostics for support staff. The page shows no secrets.

import type { ReactNode } from 'react'
import { debug as texts } from '../../shared/texts/debug.ts'
import { FailedRequests } from './FailedRequests.tsx'
import { LogSection } from './LogSection.tsx'
import { StorageSection } from './StorageSection.tsx'
import { Versions } from './Versions.tsx'
import './debug.css'

/** `stream` shows the state of the notification stream. */
export function DebugPage({ stream }: { stream: ReactNode }) {
  return (
    <div className="page dbg-page">
      <h1>{texts.title}</h1>
      <p className="lead">{texts.lead}</p>
      <div className="dbg-two">
        <DebugSection title={texts.versions.title}>
          <Versions />
        </DebugSection>
        <DebugSection title={texts.stream.title}>{stream}</DebugSection>
      </div>
      <DebugSection title={texts.log.title}>
        <LogSection />
      </DebugSection>
      <DebugSection title={texts.requests.title}>
        <FailedRequests />
      </DebugSection>
      <DebugSection title={texts.storage.title}>
        <StorageSection />
      </DebugSection>
    </div>
  )
}

function DebugSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dbg-part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
