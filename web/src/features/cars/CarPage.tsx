import type { ReactNode } from 'react'
import { useGetCarQuery } from '../../api/cars.ts'
import { describeProblem, getRequestId, isRecordMissing } from '../../api/problem.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { useFallbackTitle } from '../../shared/head/prerenderedHead.ts'
import { RecordHead } from '../../shared/head/RecordHead.tsx'
import { carRefresh } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { findErrorToShow, QueryView } from '../../shared/QueryView.tsx'
import { car as texts } from '../../shared/texts/cars.ts'
import { carUnits } from '../../shared/texts/carUnits.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { CarDetails } from './CarDetails.tsx'
import './cars.css'

/** The meta description of the page: engine, mileage and text of the car, 200 characters at most. */
const describeCar = (car: CarRead) =>
  [car.engine, formatWithUnit(car.mileage_km, carUnits.km, 'text'), car.description]
    .filter(Boolean)
    .join('. ')
    .slice(0, 200)

export function CarPage({ slug }: { slug: string }) {
  const query = useGetCarQuery(slug, { pollingInterval: carRefresh, skipPollingIfUnfocused: true })
  const error = findErrorToShow(query)
  const fallbackTitle = error ? texts.failed : texts.loading
  useFallbackTitle(query.currentData ? null : fallbackTitle)
  if (isRecordMissing(error)) return <MissingCar />
  const renderPlaceholder = (content: ReactNode) => (
    <section className="page cars-lost">
      <h1 className={error ? undefined : 'sr'}>{fallbackTitle}</h1>
      {content}
    </section>
  )
  return (
    <QueryView
      query={query}
      errorTitle={texts.failed}
      renderError={() =>
        renderPlaceholder(
          <ErrorNote
            title={describeProblem(error, texts.failed)}
            onRetry={query.refetch}
            code={getRequestId(error)}
          />,
        )
      }
      isSkeletonBusy
      skeleton={renderPlaceholder(
        <Loading>
          <Skeleton width="60%" height={64} />
          <div className="cars-drawing-place" />
          <Skeleton width="70%" height={120} />
        </Loading>,
      )}
    >
      {(car) => (
        <>
          <RecordHead
            name={`${car.brand} ${car.model}, ${car.year}`}
            description={describeCar(car)}
            path={pages.car(car.slug)}
          />
          <CarDetails car={car} />
        </>
      )}
    </QueryView>
  )
}

/** The page of a car that does not exist or is hidden. A sold car keeps its page. */
export function MissingCar() {
  useFallbackTitle(texts.missing)
  return (
    <section className="page cars-lost">
      <h1>{texts.missing}</h1>
      <EmptyState
        as="h2"
        title={texts.missingNote}
        action={<LinkButton to={pages.cars}>{texts.all}</LinkButton>}
      />
    </section>
  )
}
