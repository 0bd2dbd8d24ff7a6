import { CarsPage } from '../../features/cars/CarsPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { cars } from '../texts/cars.ts'

export const meta = () => pageMeta(cars, pages.cars, { image: '/og/cars.png' })

export const handle: RouteHandle = { stampTitle: cars.title, stampScale: '1 : 40' }

export default CarsPage
