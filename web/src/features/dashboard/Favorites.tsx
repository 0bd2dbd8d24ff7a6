import { useState } from 'react'
import { ActionError } from '../../app/ActionError.tsx'
import { useGetMyFavoritesInfiniteQuery, useKeepFavoriteMutation } from '../../app/api/favorites.ts'
import { MoreButton } from '../../app/MoreButton.tsx'
import { pages } from '../../app/paths.ts'
import { favorites as texts } from '../../app/texts/dashboard.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { FavoriteRead } from '../../app/wire/content.ts'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import { EmptyList } from './EmptyList.tsx'
import { FavoriteRow } from './FavoriteRow.tsx'
import { QueryView } from './QueryView.tsx'

export function Favorites() {
  const query = useGetMyFavoritesInfiniteQuery()
  const [removed, setRemoved] = useState<FavoriteRead | null>(null)
  return (
    <>
      {removed && <UndoRemoval car={removed} onRestored={() => setRemoved(null)} />}
      <QueryView query={query} errorTitle={texts.failed} skeleton={<FavoritesSkeleton />}>
        {(answer) => {
          const cars = answer.pages.flatMap((page) => page.favorites)
          if (cars.length === 0)
            return (
              <EmptyList
                title={texts.empty}
                hint={texts.emptyHint}
                to={pages.cars}
                action={texts.toCars}
              />
            )
          return (
            <ul className="rows db-rows">
              {cars.map((car) => (
                <FavoriteRow key={car.id} car={car} onRemoved={() => setRemoved(car)} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton query={query} label={texts.more} className="db-more" />
    </>
  )
}

/** Undo of the last removal, including the note. */
function UndoRemoval({ car, onRestored }: { car: FavoriteRead; onRestored: () => void }) {
  const [keep, { isLoading, error }] = useKeepFavoriteMutation()
  const restore = useSingleFlight(async () => {
    const answer = await keep({ car: car.id, note: car.note })
    if (!answer.error) onRestored()
  })
  return (
    <div className="row-wrap db-undo s" role="status">
      <span>{texts.removed(`${car.brand} ${car.model}`)}</span>
      <Button variant="text" small pendingLabel={isLoading && texts.restoring} onClick={restore}>
        {texts.restore}
      </Button>
      <ActionError className="s" error={error} fallback={texts.restoreFailed} />
    </div>
  )
}

function FavoritesSkeleton() {
  return (
    <ul className="rows db-rows">
      {[1, 2, 3].map((row) => (
        <li key={row} className="db-favorite">
          <div className="db-favorite-picture" />
          <div className="stack-12">
            <Skeleton width="60%" height={20} />
            <Skeleton width="85%" />
          </div>
          <Skeleton height={28} />
        </li>
      ))}
    </ul>
  )
}
