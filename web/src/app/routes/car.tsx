import { CarPage } from '../../features/cars/CarPage.tsx'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { car } from '../../shared/texts/cars.ts'

/** A car sets its own head once it is loaded (features/cars/CarPage.tsx). */
export const meta = () => []

export const handle: RouteHandle = { stampTitle: car.loading, stampScale: '1 : 20' }

export default CarPage
