import { CarPage } from '../../features/cars/CarPage.tsx'
import type { Sheet } from '../sheet.ts'
import { car } from '../texts/cars.ts'

/** A car says its own head, once it is there (features/cars/CarPage.tsx). */
export const meta = () => []

export const handle: Sheet = { sheet: car.loading, scale: '1 : 20' }

export default CarPage
