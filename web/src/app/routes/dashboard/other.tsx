// A path without a page in the personal area.

import { DashboardNotFound } from '../../../features/dashboard/DashboardFrame.tsx'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { dashboard } from '../../../shared/texts/dashboard.ts'
import { MissingRecord } from '../../MissingRecord.tsx'
import { refuseUnknownPath } from '../../startQueries.ts'

export const meta = () => createHiddenMeta(dashboard, pages.dashboard)

export const clientLoader = refuseUnknownPath

export const ErrorBoundary = () => (
  <MissingRecord>
    <DashboardNotFound />
  </MissingRecord>
)
