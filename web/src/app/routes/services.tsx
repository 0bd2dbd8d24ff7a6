import { Calculator } from '../../features/calculator/Calculator.tsx'
import { ServicesPage } from '../../features/services/ServicesPage.tsx'
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

export default function ServicesRoute() {
  return <ServicesPage calculator={<Calculator />} />
}
