import { CarsPage } from '../../features/cars/CarsPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { cars } from '../texts/cars.ts'
import { shell } from '../texts/shell.ts'

export const meta = () =>
  pageMeta({
    title: cars.title,
    description: cars.description,
    path: pages.cars,
    image: '/og/cars.png',
    jsonLd: [
      breadcrumbs({ name: shell.home, path: pages.home }, { name: cars.title, path: pages.cars }),
    ],
  })

export const handle: RouteHandle = { stampTitle: cars.title, stampScale: '1 : 40' }

export default CarsPage
