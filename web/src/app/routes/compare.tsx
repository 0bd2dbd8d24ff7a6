import { calculationsApi } from '../../api/calculations.ts'
import { carsApi } from '../../api/cars.ts'
import { ComparePage } from '../../features/compare/ComparePage.tsx'
import { parseCompared } from '../../shared/compareLink.ts'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { compare } from '../../shared/texts/compare.ts'
import { beforeRender, isOtherPage, readSearchParams, startQueries } from '../startQueries.ts'
import type { Route } from './+types/compare.ts'

export const meta = () => createHiddenMeta(compare, pages.compare)

export function clientLoader(args: Route.ClientLoaderArgs) {
  const searchParams = readSearchParams(args)
  const calculations = parseCompared(searchParams.get('calculations'))
  const cars = calculations.length > 0 ? [] : parseCompared(searchParams.get('cars'))
  return startQueries(
    ...calculations.map((id) =>
      calculationsApi.endpoints.getCalculation.initiate(id, beforeRender),
    ),
    ...cars.map((slug) => carsApi.endpoints.getCar.initiate(slug, beforeRender)),
  )
}

export const shouldRevalidate = isOtherPage

export default ComparePage
