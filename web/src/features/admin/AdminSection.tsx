import type { ReactNode } from 'react'
import { pages } from '../../shared/paths.ts'
import { panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { SectionKey } from './sectionPaths.ts'
import '../../ui/Tabs.css'

/** One section of the admin panel: its heading and its list, queue or forms. */
export function AdminSection({ name, children }: { name: SectionKey; children: ReactNode }) {
  return (
    <>
      <h1>{panel.title}</h1>
      <div>
        <h2>{sectionNames[name]}</h2>
        {children}
      </div>
    </>
  )
}

/** The page of a section that does not exist. */
export const SectionNotFound = () => (
  <>
    <h1>{panel.title}</h1>
    <EmptyState as="h2" title={panel.unknown} link={{ to: pages.admin, label: panel.toOverview }}>
      {panel.unknownHint}
    </EmptyState>
  </>
)
