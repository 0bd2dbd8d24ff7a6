import { CalculatorPlaceholder } from '../../features/calculator/CalculatorPlaceholder.tsx'
import { ServicesPage } from '../../features/services/ServicesPage.tsx'
import { deferredPart } from '../../platform/deferredPart.ts'
import { createPageMeta, describeDealer } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { services } from '../../shared/texts/services.ts'

export const meta = () => createPageMeta(services, pages.services, { jsonLd: [describeDealer()] })

const calculator = deferredPart({
  id: 'calculator',
  load: () => import('../../features/calculator/Calculator.tsx'),
  fallback: <CalculatorPlaceholder />,
  start: 'whenVisible',
})

const rateHistory = deferredPart({
  id: 'rate-history',
  load: () => import('../../features/calculator/RateHistory.tsx'),
  fallback: null,
  start: 'whenVisible',
})

export default function ServicesRoute() {
  return <ServicesPage calculator={calculator} rateHistory={rateHistory} />
}
