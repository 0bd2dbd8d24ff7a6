import { CalculationPage } from '../../features/calculator/CalculationPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { saved } from '../texts/calculator.ts'

export const meta = () =>
  pageMeta({
    title: saved.title,
    description: saved.description,
    path: pages.services,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: saved.title, stampScale: '1 : 1' }

export default CalculationPage
