import { Link } from 'react-router'
import { useGetFeaturedCarsQuery } from '../../app/api/cars.ts'
import { bodyOf, carSpecs } from '../../app/carSpecs.ts'
import { anchors, pages } from '../../app/paths.ts'
import { QueryView } from '../../app/QueryView.tsx'
import { carUnits } from '../../app/texts/carUnits.ts'
import { topModels } from '../../app/texts/homeSections.ts'
import type { CarSummary } from '../../app/wire/content.ts'
import { roubles } from '../../lib/numbers'
import { LinkButton } from '../../ui/Button'
import { CarDrawing } from '../../ui/drawing/CarDrawing'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { RouteSection } from '../../ui/way/RouteSection.tsx'
import './TopModels.css'

// What a column shows, in millimetres: with one span for all, the cars stand to one scale.
const span = 5700
const places = [1, 2, 3, 4, 5, 6]

export function TopModels() {
  const query = useGetFeaturedCarsQuery()
  return (
    <RouteSection
      id="top-models"
      station="15°"
      title={topModels.title}
      aside={
        <p>
          {topModels.lead} <Link to={pages.cars}>{topModels.link}</Link>
        </p>
      }
    >
      <QueryView
        query={query}
        errorTitle={topModels.failed}
        isSkeletonBusy
        skeleton={
          <ul className="home-lineup" aria-busy="true">
            {places.map((place) => (
              <LineUpSkeleton key={place} />
            ))}
          </ul>
        }
      >
        {({ cars }) =>
          cars.length === 0 ? (
            <EmptyState
              title={topModels.empty}
              action={
                <LinkButton to={anchors.quickRequest} variant="line">
                  {topModels.emptyAction}
                </LinkButton>
              }
            />
          ) : (
            <ul className="home-lineup">
              {cars.map((car) => (
                <LineUpCar key={car.id} car={car} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </RouteSection>
  )
}

function LineUpCar({ car }: { car: CarSummary }) {
  return (
    <li>
      <Link to={pages.car(car.slug)} className="plain home-lineup-car">
        <div className="home-lineup-picture">
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
        <div className="home-lineup-text">
          <h3>
            {car.brand} {car.model}
          </h3>
          <p className="home-lineup-specs">{carSpecs(car).join(', ')}</p>
          <p className="home-lineup-price">
            <span className="s mute">{car.city ?? car.country}</span>
            <span className="num">
              {car.price_rub === null ? topModels.priceUnknown : roubles(car.price_rub)}
            </span>
          </p>
        </div>
      </Link>
    </li>
  )
}

function LineUpSkeleton() {
  return (
    <li>
      <div className="home-lineup-picture" />
      <div className="home-lineup-text is-empty">
        <Skeleton width="70%" height={20} />
        <Skeleton width="92%" height={14} />
        <Skeleton height={28} />
      </div>
    </li>
  )
}
