import { CarsPage } from '../../features/cars/CarsPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { cars } from '../../shared/texts/cars.ts'

export const meta = () => createPageMeta(cars, pages.cars, { image: '/og/cars.png' })

export default CarsPage
