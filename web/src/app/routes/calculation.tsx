import { CalculationPage } from '../../features/calculator/CalculationPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { saved } from '../texts/calculator.ts'

export const meta = () => hiddenMeta(saved, pages.services)

export const handle: RouteHandle = { stampTitle: saved.title, stampScale: '1 : 1' }

export default CalculationPage
