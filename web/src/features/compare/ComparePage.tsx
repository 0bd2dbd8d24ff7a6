// Up to four cars or calculations side by side. The URL parameter `cars` has slugs, `calculations` has
// ids. Without either of them, the cars chosen in this browser are compared.

import { skipToken } from '@reduxjs/toolkit/query'
import { Navigate, useSearchParams } from 'react-router'
import { useGetCalculationQuery } from '../../api/calculations.ts'
import { useGetCarQuery } from '../../api/cars.ts'
import { isRecordMissing } from '../../api/problem.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { setComparedCars, useComparedCars } from '../../shared/cars/comparedCars.ts'
import { useOwnReservations } from '../../shared/cars/useOwnReservations.ts'
import {
  buildCalculationComparisonPath,
  buildCarComparisonPath,
  parseCompared,
} from '../../shared/compareLink.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { findErrorToShow, type QueryState } from '../../shared/QueryView.tsx'
import { compare as texts } from '../../shared/texts/compare.ts'
import { calculations } from '../../shared/texts/dashboard.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CarPicture } from './CarPicture.tsx'
import { type ComparedColumn, CompareTable } from './CompareTable.tsx'
import { createCalculationRows, createCarRows } from './rows.ts'
import './compare.css'

export function ComparePage() {
  const [searchParams] = useSearchParams()
  const slugs = parseCompared(searchParams.get('cars'))
  const calculationIds = parseCompared(searchParams.get('calculations'))
  const comparedSlugs = useComparedCars()
  if (calculationIds.length > 0) return <ComparedCalculations ids={calculationIds} />
  if (slugs.length > 0) return <ComparedCars slugs={slugs} />
  if (comparedSlugs.length > 0)
    return <Navigate replace to={buildCarComparisonPath(comparedSlugs)} />
  return (
    <section className="page section stack-24">
      <h1>{texts.title}</h1>
      <EmptyState
        as="h2"
        title={texts.empty}
        action={<LinkButton to={pages.cars}>{texts.toCatalogue}</LinkButton>}
      >
        {texts.emptyNote}
      </EmptyState>
    </section>
  )
}

/** The state of a column. A missing record is reported in the column's head; any other failure can be retried. */
function readColumnState<Compared>(
  query: QueryState<Compared>,
): Pick<ComparedColumn, 'state' | 'error' | 'onRetry'> {
  if (query.currentData !== undefined) return { state: 'ready' }
  const error = findErrorToShow(query)
  if (!error) return { state: 'loading' }
  // A malformed id gets 422, which also counts as missing.
  const isGone = isRecordMissing(error)
  return isGone ? { state: 'missing' } : { state: 'failed', error, onRetry: query.refetch }
}

function ComparedCars({ slugs }: { slugs: readonly string[] }) {
  const comparedSlugs = useComparedCars()
  const queries = [
    useGetCarQuery(slugs[0] ?? skipToken),
    useGetCarQuery(slugs[1] ?? skipToken),
    useGetCarQuery(slugs[2] ?? skipToken),
    useGetCarQuery(slugs[3] ?? skipToken),
  ].slice(0, slugs.length)
  const columns = queries.map((query, index): ComparedColumn => {
    const slug = slugs[index] ?? ''
    const car = query.currentData
    return {
      id: slug,
      // The address of the car is all that is known of it.
      name: car ? `${car.brand} ${car.model}, ${car.year}` : slug.replaceAll('-', ' '),
      to: pages.car(slug),
      picture: car && <CarPicture car={car} />,
      missingText: texts.missing,
      urlWithout: buildCarComparisonPath(slugs.filter((other) => other !== slug)),
      onRemove: () => setComparedCars(comparedSlugs.filter((other) => other !== slug)),
      ...readColumnState(query),
    }
  })
  const cars = queries.map(({ currentData }) => currentData ?? null)
  const ownReservations = useOwnReservations(cars.filter((car) => car !== null))
  const ownCarIds = new Set(ownReservations.flatMap(({ car_id }) => car_id ?? []))
  return (
    <CompareTable
      title={texts.cars}
      columns={columns}
      rows={createCarRows(cars, ownCarIds)}
      add={{ to: pages.cars, label: texts.add }}
    />
  )
}

function ComparedCalculations({ ids }: { ids: readonly string[] }) {
  const queries = [
    useGetCalculationQuery(ids[0] ?? skipToken),
    useGetCalculationQuery(ids[1] ?? skipToken),
    useGetCalculationQuery(ids[2] ?? skipToken),
    useGetCalculationQuery(ids[3] ?? skipToken),
  ].slice(0, ids.length)
  const columns = queries.map((query, index): ComparedColumn => {
    const id = ids[index] ?? ''
    const calculation = query.currentData
    const price = formatRoubles(Number(calculation?.request.price), 'text')
    return {
      id,
      name: calculation
        ? (calculation.title ?? calculations.unnamed(price))
        : texts.calculation(index + 1),
      to: pages.calculation(id),
      missingText: texts.missingCalculation,
      urlWithout: buildCalculationComparisonPath(ids.filter((other) => other !== id)),
      ...readColumnState(query),
    }
  })
  return (
    <CompareTable
      title={texts.calculations}
      columns={columns}
      rows={createCalculationRows(queries.map(({ currentData }) => currentData ?? null))}
      add={{ to: anchors.calculator, label: texts.addCalculation }}
    />
  )
}
