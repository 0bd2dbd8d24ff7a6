import type { ReactNode } from 'react'
import { useGetCarsInfiniteQuery } from '../../api/cars.ts'
import { mergeRows } from '../../api/endpoints.ts'
import type { CarOffer } from '../../api/wire/content.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { CarCards } from '../../shared/cars/CarCards.tsx'
import { useUrlFilters } from '../../shared/list/urlFilters.ts'
import { anchors } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { cars as texts } from '../../shared/texts/cars.ts'
import { useDeferredFirstData } from '../../shared/useDeferredFirstData.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CarTools } from './CarTools.tsx'
import { CompareBar, CompareMark } from './CompareControls.tsx'
import { type CarFilters, carFilters, isNarrowed } from './carFilters.ts'
import { FavoriteHeart } from './FavoriteHeart.tsx'
import { SaveSearch } from './SaveSearch.tsx'

/** The React key of the button that saves a search. A change of the filters removes the error of the last attempt. */
const createFiltersKey = (filters: CarFilters) => carFilters.toParams(filters).toString()

const useCars = (filters: CarFilters) => useGetCarsInfiniteQuery(filters)

export default function Catalogue() {
  const { filters, change } = useUrlFilters(carFilters)
  const reset = () => change({ ...carFilters.defaults, sort: filters.sort })
  const list = useDeferredFirstData(useCars(filters))
  // The counts of the last response stay while the next one is loading.
  const facets = list.data?.pages[0]?.facets
  return (
    <div id="catalogue" className="page">
      <CarTools filters={filters} facets={facets} isFailed={list.isError} change={change} />
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
  return (
    <QueryView
      query={list}
      errorTitle={texts.failed}
      renderError={(_error, note) => <div className="cars-aside">{note}</div>}
      isSkeletonBusy
      skeleton={<FoundCars filters={filters} onReset={onReset} found="" />}
    >
      {({ pages }) => {
        const cars = mergeRows(pages, (page) => page.cars)
        if (cars.length === 0) return <NoCars filters={filters} onReset={onReset} />
        return (
          <FoundCars
            cars={cars}
            filters={filters}
            onReset={onReset}
            found={texts.found(formatNumber(pages[0]?.total ?? 0))}
            more={list.hasNextPage && <MoreCars list={list} />}
          />
        )
      }}
    </QueryView>
  )
}

type FoundProps = Omit<ListProps, 'list'> & {
  /** Text with the number of found cars. */
  found: string
  cars?: readonly CarOffer[]
  more?: ReactNode
}

/** The number of cars and their cards; without `cars`, a skeleton. */
function FoundCars({ filters, onReset, found, cars, more }: FoundProps) {
  return (
    <section aria-label={texts.list}>
      <div className="row cars-count">
        <p role="status" className="s mute num">
          {found}
        </p>
        {isNarrowed(filters) && (
          <Button variant="text" small onClick={onReset}>
            {texts.reset}
          </Button>
        )}
        {cars && isNarrowed(filters) && (
          <SaveSearch key={createFiltersKey(filters)} filters={filters} small />
        )}
        <CompareBar />
      </div>
      <h2 className="sr">{texts.list}</h2>
      <CarCards
        cars={cars}
        renderMark={(car) => (
          <>
            <FavoriteHeart car={car} />
            <CompareMark car={car} />
          </>
        )}
      />
      {more}
    </section>
  )
}

function MoreCars({ list }: Pick<ListProps, 'list'>) {
  return (
    <Button
      variant="line"
      wide
      className="cars-more"
      pendingLabel={list.isFetchingNextPage && texts.loading}
      onClick={() => list.fetchNextPage()}
    >
      {texts.more}
    </Button>
  )
}

function NoCars({ filters, onReset }: Pick<ListProps, 'filters' | 'onReset'>) {
  const hasFilters = isNarrowed(filters)
  return (
    <div className="cars-aside">
      <EmptyState
        as="h2"
        title={hasFilters ? texts.nothing : texts.empty}
        action={
          hasFilters ? (
            <>
              <Button variant="line" onClick={onReset}>
                {texts.reset}
              </Button>
              <SaveSearch key={createFiltersKey(filters)} filters={filters} />
            </>
          ) : (
            <LinkButton to={anchors.quickRequest}>{texts.emptyAction}</LinkButton>
          )
        }
      >
        {hasFilters ? texts.nothingNote : texts.emptyNote}
      </EmptyState>
    </div>
  )
}
