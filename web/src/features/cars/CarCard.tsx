import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { cars as texts } from '../../app/texts/cars.ts'
import type { CarSummary } from '../../app/wire/content.ts'
import { measured, roubles } from '../../lib/numbers'
import { NBSP } from '../../lib/spaces'
import { typographer } from '../../lib/typography'
import type { Body } from '../../ui/drawing/bodies'
import { CarDrawing } from '../../ui/drawing/CarDrawing'
import { Skeleton } from '../../ui/Skeleton'

// The bodies that are drawn; the rest take the drawing nearest to theirs.
const drawn: Record<string, Body> = {
  sedan: 'sedan',
  liftback: 'sedan',
  estate: 'estate',
  wagon: 'estate',
  coupe: 'coupe',
  roadster: 'cabriolet',
  cabriolet: 'cabriolet',
  convertible: 'cabriolet',
  suv: 'suv',
  crossover: 'suv',
  pickup: 'suv',
  hatchback: 'hatchback',
  van: 'van',
  minivan: 'van',
}

export const bodyOf = (type: string): Body => drawn[type] ?? 'sedan'

/** What a column shows, in millimetres: with one span for all, the cars stand to one scale. */
const span = 5700

export function CarCard({ car }: { car: CarSummary }) {
  const facts = [
    `${car.year}${NBSP}${texts.yearWord}`,
    measured(car.mileage_km, texts.km, 'text'),
    typographer(car.engine),
    car.power_hp > 0 && measured(car.power_hp, texts.hp, 'text'),
  ]
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
              unit={texts.mm}
              pad={[260, 60, 0, 60]}
            />
          )}
        </div>
        <div className="cars-text">
          <h3>
            {car.brand} {car.model}
          </h3>
          <p className="cars-facts">{facts.filter(Boolean).join(', ')}</p>
          <p className="cars-sum">
            <span className="s mute">{car.city ?? car.country}</span>
            <span className="num">
              {car.price_rub === null ? texts.priceUnknown : roubles(car.price_rub)}
            </span>
          </p>
        </div>
      </Link>
    </li>
  )
}

export function CarPlace() {
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
