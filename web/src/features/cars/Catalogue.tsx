import { anchors } from '../../app/paths.ts'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { cars as texts } from '../../app/texts/cars.ts'
import { figure } from '../../lib/numbers'
import { Button, LinkButton } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNote } from '../../ui/Note'
import { CarCard, CarCardSkeleton } from './CarCard.tsx'
import { CarTools } from './CarTools.tsx'
import { type CarFilters, isNarrowed, useCarFilters } from './carFilters.ts'
import { useGetCarsInfiniteQuery } from './carsApi.ts'

const places = [1, 2, 3, 4, 5, 6]

const useCars = (filters: CarFilters) => useGetCarsInfiniteQuery(filters)

export function Catalogue() {
  const { filters, change, reset } = useCarFilters()
  const list = useCars(filters)
  // The counts of the last answer stay while the next one is on its way.
  const facets = list.data?.pages[0]?.facets
  return (
    <div className="page">
      <CarTools filters={filters} facets={facets} change={change} />
      <CarList list={list} filters={filters} onReset={reset} />
    </div>
  )
}

type ListProps = {
  list: ReturnType<typeof useCars>
  filters: CarFilters
  onReset: () => void
}

function CarList({ list, filters, onReset }: ListProps) {
  const pages = list.currentData?.pages
  const cars = pages?.flatMap((page) => page.cars)
  if (list.error && !cars) {
    return (
      <div className="cars-aside">
        <ErrorNote title={texts.failed} onRetry={list.refetch} code={requestIdOf(list.error)}>
          {problemText(list.error, '')}
        </ErrorNote>
      </div>
    )
  }
  if (cars?.length === 0) return <NoCars filters={filters} onReset={onReset} />
  return (
    <section aria-label={texts.list}>
      <div className="cars-count">
        <p role="status" className="s mute num">
          {pages ? texts.found(figure(pages[0]?.total ?? 0)) : ''}
        </p>
        {isNarrowed(filters) && (
          <Button variant="text" small onClick={onReset}>
            {texts.reset}
          </Button>
        )}
      </div>
      <h2 className="sr">{texts.list}</h2>
      <ul className="cars-lineup" aria-busy={!cars}>
        {cars
          ? cars.map((car) => <CarCard key={car.id} car={car} />)
          : places.map((place) => <CarCardSkeleton key={place} />)}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="line"
          wide
          className="cars-more"
          pendingLabel={list.isFetchingNextPage && texts.loading}
          onClick={() => list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </section>
  )
}

function NoCars({ filters, onReset }: Pick<ListProps, 'filters' | 'onReset'>) {
  const isAsked = isNarrowed(filters)
  return (
    <div className="cars-aside">
      <EmptyState
        as="h2"
        title={isAsked ? texts.nothing : texts.empty}
        action={
          isAsked ? (
            <Button variant="line" onClick={onReset}>
              {texts.reset}
            </Button>
          ) : (
            <LinkButton to={anchors.quickRequest}>{texts.emptyAction}</LinkButton>
          )
        }
      >
        {isAsked ? texts.nothingNote : texts.emptyNote}
      </EmptyState>
    </div>
  )
}
