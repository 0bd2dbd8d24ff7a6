import { Link } from 'react-router'
import { bodyOf, carSpecs } from '../../app/carSpecs.ts'
import { pages } from '../../app/paths.ts'
import { cars as texts } from '../../app/texts/cars.ts'
import { carUnits } from '../../app/texts/carUnits.ts'
import type { CarSummary } from '../../app/wire/content.ts'
import { roubles } from '../../lib/numbers'
import { CarDrawing } from '../../ui/drawing/CarDrawing'
import { Skeleton } from '../../ui/Skeleton'

/** What a column shows, in millimetres: with one span for all, the cars stand to one scale. */
const span = 5700

export function CarCard({ car }: { car: CarSummary }) {
  return (
    <li>
      <Link to={pages.car(car.slug)} className="plain cars-card">
        <div className="cars-picture">
          {car.image_url ? (
            <img src={car.image_url} alt="" loading="lazy" />
          ) : (
            <CarDrawing
              body={bodyOf(car.body_type)}
              label=""
              spanMm={span}
              lengthMm={car.length_mm ?? undefined}
              values={car.length_mm ? { length: car.length_mm } : undefined}
              ground={false}
              dimensions={car.length_mm ? ['over'] : []}
              unit={carUnits.mm}
              pad={[260, 60, 0, 60]}
            />
          )}
        </div>
        <div className="cars-text">
          <h3>
            {car.brand} {car.model}
          </h3>
          <p className="cars-specs">{carSpecs(car).join(', ')}</p>
          <p className="cars-sum">
            <span className="s mute">{car.city ?? car.country}</span>
            <span className="num">
              {car.price_rub == null ? texts.priceUnknown : roubles(car.price_rub)}
            </span>
          </p>
        </div>
      </Link>
    </li>
  )
}

export function CarCardSkeleton() {
  return (
    <li>
      <div className="cars-picture" />
      <div className="cars-text is-empty">
        <Skeleton width="70%" height={20} />
        <Skeleton width="92%" height={14} />
        <Skeleton height={28} />
      </div>
    </li>
  )
}
