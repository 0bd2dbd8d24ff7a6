import { CalculationPage } from '../../features/calculator/CalculationPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { saved } from '../../shared/texts/calculator.ts'

export const meta = () => hiddenMeta(saved, pages.services)

export default CalculationPage
