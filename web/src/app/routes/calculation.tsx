import { calculationsApi } from '../../api/calculations.ts'
import { CalculationPage, MissingCalculation } from '../../features/calculator/CalculationPage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { saved } from '../../shared/texts/calculator.ts'
import { MissingRecord } from '../MissingRecord.tsx'
import { beforeRender, findRecord } from '../startQueries.ts'
import type { Route } from './+types/calculation.ts'

export const meta = () => createHiddenMeta(saved, pages.services)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  findRecord(calculationsApi.endpoints.getCalculation.initiate(params.id, beforeRender))

export const ErrorBoundary = () => (
  <MissingRecord>
    <MissingCalculation />
  </MissingRecord>
)

export default function CalculationRoute({ params }: Route.ComponentProps) {
  return <CalculationPage id={params.id} />
}
