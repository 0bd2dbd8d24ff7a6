// An unknown section of the admin panel.

import { SectionNotFound } from '../../../features/admin/AdminSection.tsx'
import { MissingRecord } from '../../MissingRecord.tsx'
import { refuseUnknownPath } from '../../startQueries.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('overview')

export const clientLoader = refuseUnknownPath

export const ErrorBoundary = () => (
  <MissingRecord>
    <SectionNotFound />
  </MissingRecord>
)
