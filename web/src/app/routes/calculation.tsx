import { calculationsApi } from '../../api/calculations.ts'
import { CalculationPage } from '../../features/calculator/CalculationPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { saved } from '../../shared/texts/calculator.ts'
import { beforeRender, startQueries } from '../startQueries.ts'
import type { Route } from './+types/calculation.ts'

export const meta = () => hiddenMeta(saved, pages.services)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  startQueries(calculationsApi.endpoints.getCalculation.initiate(params.id, beforeRender))

export default function CalculationRoute({ params }: Route.ComponentProps) {
  return <CalculationPage id={params.id} />
}
