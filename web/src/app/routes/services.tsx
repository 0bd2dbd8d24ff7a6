import { Suspense } from 'react'
import { CalculatorPlaceholder } from '../../features/calculator/CalculatorPlaceholder.tsx'
import { ServicesPage } from '../../features/services/ServicesPage.tsx'
import { lazyWhenVisible } from '../lazyWhenVisible.ts'
import { autoDealer, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { services } from '../texts/services.ts'

export const meta = () => pageMeta(services, pages.services, { jsonLd: [autoDealer()] })

export const handle: RouteHandle = { stampTitle: services.stampTitle, stampScale: '1 : 1' }

const Calculator = lazyWhenVisible(
  'calculator',
  () => import('../../features/calculator/Calculator.tsx'),
)
// A constant element: a new one would update a part that is not hydrated yet.
const calculator = (
  <Suspense fallback={<CalculatorPlaceholder />}>
    <Calculator />
  </Suspense>
)

export default function ServicesRoute() {
  return <ServicesPage calculator={calculator} />
}
