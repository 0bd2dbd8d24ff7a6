// An unknown section of the admin panel.

import { SectionNotFound } from '../../../features/admin/AdminSection.tsx'
import { MissingRecord } from '../../MissingRecord.tsx'
import { refuseAddress } from '../../startQueries.ts'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('overview')

export const clientLoader = refuseAddress

export const ErrorBoundary = () => (
  <MissingRecord>
    <SectionNotFound />
  </MissingRecord>
)
