import { useState } from 'react'
import { pages } from '../../app/paths.ts'
import { favorites as texts } from '../../app/texts/dashboard.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { FavoriteRead } from '../../app/wire/content.ts'
import { Button, LinkButton } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { Answer, DeedFailure } from './Answer.tsx'
import { useGetMyFavoritesInfiniteQuery, useKeepFavoriteMutation } from './dashboardApi.ts'
import { FavoriteRow } from './FavoriteRow.tsx'

export function Favorites() {
  const query = useGetMyFavoritesInfiniteQuery()
  const [removed, setRemoved] = useState<FavoriteRead | null>(null)
  return (
    <>
      {removed && <Removed car={removed} onRestored={() => setRemoved(null)} />}
      <Answer query={query} failed={texts.failed} skeleton={<FavoritesSkeleton />}>
        {(answer) => {
          const cars = answer.pages.flatMap((page) => page.favorites)
          if (cars.length === 0) return <NoFavorites />
          return (
            <ul className="db-rows">
              {cars.map((car) => (
                <FavoriteRow key={car.id} car={car} onRemoved={() => setRemoved(car)} />
              ))}
            </ul>
          )
        }}
      </Answer>
      {query.hasNextPage && (
        <Button
          look="line"
          small
          className="db-more"
          disabled={query.isFetching}
          onClick={() => query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  )
}

function NoFavorites() {
  return (
    <EmptyState
      title={texts.empty}
      action={
        <LinkButton to={pages.cars} look="line">
          {texts.toCars}
        </LinkButton>
      }
    >
      {texts.emptyHint}
    </EmptyState>
  )
}

/** A removal can be taken back until the next one, with its note. */
function Removed({ car, onRestored }: { car: FavoriteRead; onRestored: () => void }) {
  const [keep, { isLoading, error }] = useKeepFavoriteMutation()
  const restore = useOnce(async () => {
    const answer = await keep({ car: car.id, note: car.note })
    if (!answer.error) onRestored()
  })
  return (
    <div className="db-undo s" role="status">
      <span>{texts.removed(`${car.brand} ${car.model}`)}</span>
      <Button look="text" small sending={isLoading && texts.restoring} onClick={restore}>
        {texts.restore}
      </Button>
      <DeedFailure error={error} otherwise={texts.restoreFailed} />
    </div>
  )
}

function FavoritesSkeleton() {
  return (
    <ul className="db-rows">
      {[1, 2, 3].map((row) => (
        <li key={row} className="db-favorite">
          <div className="db-favorite-picture" />
          <div className="db-skeleton">
            <Skeleton width="60%" height={20} />
            <Skeleton width="85%" />
          </div>
          <Skeleton height={28} />
        </li>
      ))}
    </ul>
  )
}
