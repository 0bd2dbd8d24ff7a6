// The cards of cars: on the home page, in the catalogue and among the related cars of a car.

import { Link } from 'react-router'
import type { CarSummary } from '../../api/wire/content.ts'
import { roubles } from '../../lib/numbers.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { pages } from '../paths.ts'
import { carUnits } from '../texts/carUnits.ts'
import { bodyOf } from './carBodies.ts'
import { carSpecs } from './carSpecs.ts'
import './CarCards.css'

/** What a column shows, in millimetres: with one span for all, the cars stand to one scale. */
const spanMm = 5700
const places = [1, 2, 3, 4, 5, 6]

/** A list of cars, or its skeleton while they are not known. */
export function CarCards({ cars }: { cars?: readonly CarSummary[] }) {
  return (
    <ul className="car-cards" aria-busy={!cars || undefined}>
      {cars
        ? cars.map((car) => <CarCard key={car.id} car={car} />)
        : places.map((place) => <CardSkeleton key={place} />)}
    </ul>
  )
}

function CarCard({ car }: { car: CarSummary }) {
  return (
    <li>
      <Link to={pages.car(car.slug)} className="plain">
        <div className="car-picture">
          <CarPicture car={car} />
        </div>
        <div className="car-text">
          <h3>
            {car.brand} {car.model}
          </h3>
          <p className="car-specs">{carSpecs(car).join(', ')}</p>
          <p className="car-price">
            <span className="s mute">{car.city ?? car.country}</span>
            <span className="num">
              {car.price_rub == null ? carUnits.priceUnknown : roubles(car.price_rub)}
            </span>
          </p>
        </div>
      </Link>
    </li>
  )
}

function CarPicture({ car }: { car: CarSummary }) {
  if (car.image_url) return <img src={car.image_url} alt="" loading="lazy" />
  return (
    <CarDrawing
      body={bodyOf(car.body_type)}
      label=""
      spanMm={spanMm}
      lengthMm={car.length_mm ?? undefined}
      values={car.length_mm ? { length: car.length_mm } : undefined}
      ground={false}
      dimensions={car.length_mm ? ['over'] : []}
      unit={carUnits.mm}
      pad={[260, 60, 0, 60]}
    />
  )
}

function CardSkeleton() {
  return (
    <li>
      <div className="car-picture" />
      <div className="car-text is-empty">
        <Skeleton width="70%" height={20} />
        <Skeleton width="92%" height={14} />
        <Skeleton height={28} />
      </div>
    </li>
  )
}
