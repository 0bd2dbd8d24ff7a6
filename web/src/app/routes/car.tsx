import { carsApi } from '../../api/cars.ts'
import { CarPage } from '../../features/cars/CarPage.tsx'
import { beforeRender, startQueries } from '../startQueries.ts'
import type { Route } from './+types/car.ts'

/** A car sets its own head once it is loaded (features/cars/CarPage.tsx). */
export const meta = () => []

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  startQueries(carsApi.endpoints.getCar.initiate(params.slug, beforeRender))

export default function CarRoute({ params }: Route.ComponentProps) {
  return <CarPage slug={params.slug} />
}
