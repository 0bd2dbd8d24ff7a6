// Car cards of the home page, the catalogue and the related cars.

import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { selectUser } from '../../api/sessionSlice.ts'
import type { CarOffer } from '../../api/wire/content.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { formatShortDay } from '../../lib/dates.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { pages } from '../paths.ts'
import { carUnits } from '../texts/carUnits.ts'
import { chooseBody } from './carBodies.ts'
import { listCarSpecs } from './carSpecs.ts'
import './CarCards.css'

/** A column shows this many millimetres of a car. It is the same for all cars, so all have the same scale. */
const spanMm = 5700
const skeletonKeys = [1, 2, 3, 4, 5, 6]

// Only for signed-in users. If its code cannot be loaded, the card says what everybody reads.
const ReservedByWhom = lazyWithRetry<{ car: CarOffer }>(() =>
  import('./ReservedByWhom.tsx').catch(() => ({ default: () => carUnits.reserved })),
)

type CarCardsProps = {
  cars?: readonly CarOffer[]
  /** Rendered over the picture, outside of the link: the favourites button. */
  renderMark?: (car: CarOffer) => ReactNode
}

/** A list of cars, or its skeleton while it is loading. */
export function CarCards({ cars, renderMark }: CarCardsProps) {
  return (
    <ul className="car-cards" aria-busy={!cars || undefined}>
      {cars
        ? cars.map((car) => <CarCard key={car.id} car={car} mark={renderMark?.(car)} />)
        : skeletonKeys.map((key) => <CardSkeleton key={key} />)}
    </ul>
  )
}

function CarCard({ car, mark }: { car: CarOffer; mark?: ReactNode }) {
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
          <p className="car-specs">{listCarSpecs(car).join(', ')}</p>
          <p className="car-price">
            <span className="num">
              {car.price_rub == null ? carUnits.priceUnknown : formatRoubles(car.price_rub)}
            </span>
            {car.price_rub != null && (
              <span className="xs mute">{carUnits.withCustoms(formatCalculationDay(car))}</span>
            )}
          </p>
          <p className="car-foot xs mute">
            <span>
              {car.reserved_until ? (
                <>
                  <Reserved car={car} />,{' '}
                </>
              ) : (
                car.inspected_on && carUnits.checked
              )}
              {car.city ?? car.country}
            </span>
            {car.turnkey_rub != null && (
              <span className="num">
                {carUnits.turnkey(formatRoubles(car.turnkey_rub, 'text'))}
              </span>
            )}
          </p>
        </div>
      </Link>
      {mark}
    </li>
  )
}

/** A price that was set by hand has no rate and no day. */
const formatCalculationDay = ({ rate_date: day }: CarOffer) => (day ? formatShortDay(day) : '')

function Reserved({ car }: { car: CarOffer }) {
  const user = useAppSelector(selectUser)
  if (!user) return carUnits.reserved
  return (
    <Suspense fallback={carUnits.reserved}>
      <ReservedByWhom car={car} />
    </Suspense>
  )
}

function CarPicture({ car }: { car: CarOffer }) {
  if (car.image_url) return <img src={car.image_url} alt="" loading="lazy" />
  return (
    <CarDrawing
      body={chooseBody(car.body_type)}
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

/** The placeholder of a card. It is as high as most cards, so the content below does not move when the cars arrive. */
function CardSkeleton() {
  return (
    <li>
      <div className="car-waiting">
        <div className="car-picture" />
        <div className="car-text">
          <div className="car-title">
            <Skeleton width="70%" height={20} />
          </div>
          <div className="car-specs">
            <Skeleton width="92%" height={14} /> <Skeleton width="60%" height={14} />
          </div>
          <div className="car-price">
            <span className="num">
              <Skeleton width="6em" height={24} />
            </span>
          </div>
          <div className="car-foot xs">
            <span>
              <Skeleton width="8em" height={12} />
            </span>
            <span>
              <Skeleton width="8em" height={12} />
            </span>
          </div>
        </div>
      </div>
    </li>
  )
}
