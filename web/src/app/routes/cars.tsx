import { CarsPage } from '../../features/cars/CarsPage.tsx'
import { pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { cars } from '../../shared/texts/cars.ts'

export const meta = () => pageMeta(cars, pages.cars, { image: '/og/cars.png' })

export const handle: RouteHandle = { stampTitle: cars.title, stampScale: '1 : 40' }

export default CarsPage
