import { carsApi } from '../../api/cars.ts'
import { CarPage, MissingCar } from '../../features/cars/CarPage.tsx'
import { MissingRecord } from '../MissingRecord.tsx'
import { beforeRender, findRecord } from '../startQueries.ts'
import type { Route } from './+types/car.ts'

/** A car sets its own head once it is loaded (features/cars/CarPage.tsx). */
export const meta = () => []

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  findRecord(carsApi.endpoints.getCar.initiate(params.slug, beforeRender))

export const ErrorBoundary = () => (
  <MissingRecord>
    <MissingCar />
  </MissingRecord>
)

export default function CarRoute({ params }: Route.ComponentProps) {
  return <CarPage slug={params.slug} />
}
