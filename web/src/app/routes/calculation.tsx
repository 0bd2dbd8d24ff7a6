import { CalculationPage } from '../../features/calculator/CalculationPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { saved } from '../../shared/texts/calculator.ts'

export const meta = () => hiddenMeta(saved, pages.services)

export const handle: RouteHandle = { stampTitle: saved.title, stampScale: '1 : 1' }

export default CalculationPage
