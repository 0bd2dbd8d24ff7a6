import { CarPage } from '../../features/cars/CarPage.tsx'

/** A car sets its own head once it is loaded (features/cars/CarPage.tsx). */
export const meta = () => []

export default CarPage
