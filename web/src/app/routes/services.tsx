import { Suspense } from 'react'
import '../../features/calculator/waiting.ts'
import { ServicesPage } from '../../features/services/ServicesPage.tsx'
import { nearLazy } from '../nearLazy.ts'
import { autoDealer, breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { services } from '../texts/services.ts'
import { shell } from '../texts/shell.ts'

export const meta = () =>
  pageMeta({
    title: services.title,
    description: services.description,
    path: pages.services,
    jsonLd: [
      autoDealer(),
      breadcrumbs(
        { name: shell.home, path: pages.home },
        { name: services.title, path: pages.services },
      ),
    ],
  })

export const handle: Sheet = { sheet: services.sheet, scale: '1 : 1' }

const Calculator = nearLazy(
  'calculator',
  async () => (await import('../../features/calculator/Calculator.tsx')).Calculator,
)
// One element for good: a new one would be an update to a part that React has not taken over yet.
const calculator = (
  <Suspense fallback={<div className="calc calc-waiting" />}>
    <Calculator />
  </Suspense>
)

export default function ServicesRoute() {
  return <ServicesPage calculator={calculator} />
}
