// An unknown section of the admin panel.

import { SectionNotFound } from '../../../features/admin/AdminSection.tsx'
import { MissingRecord } from '../../MissingRecord.tsx'
import { refuseAddress } from '../../startQueries.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('overview')

export const clientLoader = refuseAddress

export const ErrorBoundary = () => (
  <MissingRecord>
    <SectionNotFound />
  </MissingRecord>
)
