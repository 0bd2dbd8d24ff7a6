import type { ReactNode } from 'react'
import { panel, sectionNames } from '../../shared/texts/adminPanel.ts'
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
