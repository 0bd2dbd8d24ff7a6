import type { CarRead } from '../../api/wire/content.ts'
import { chooseBody } from '../../shared/cars/carBodies.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'

/** One span for all columns gives all cars the same scale. */
const spanMm = 5700

export function CarPicture({ car }: { car: CarRead }) {
  if (car.image_url)
    return <img src={car.image_url} alt={car.image_alts?.[car.image_url] ?? ''} loading="lazy" />
  return (
    <CarDrawing
      body={chooseBody(car.body_type)}
      label=""
      spanMm={spanMm}
      lengthMm={car.length_mm ?? undefined}
      dimensions={[]}
    />
  )
}
