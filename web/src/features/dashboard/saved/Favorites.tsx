import { useState } from 'react'
import { Link } from 'react-router'
import { mergeRows } from '../../../api/endpoints.ts'
import { useGetMyFavoritesInfiniteQuery, useKeepFavoriteMutation } from '../../../api/favorites.ts'
import type { FavoriteRead } from '../../../api/wire/content.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { buildCarComparisonPath, maxCompared } from '../../../shared/compareLink.ts'
import { MoreButton } from '../../../shared/list/MoreButton.tsx'
import { pages } from '../../../shared/paths.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { favorites as texts } from '../../../shared/texts/dashboard.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { DashboardEmptyList } from '../DashboardEmptyList.tsx'
import { FavoriteRow } from './FavoriteRow.tsx'

export function Favorites() {
  const query = useGetMyFavoritesInfiniteQuery()
  const [removed, setRemoved] = useState<FavoriteRead | null>(null)
  return (
    <>
      {removed && <UndoRemoval car={removed} onRestored={() => setRemoved(null)} />}
      <QueryView query={query} errorTitle={texts.failed} skeleton={<FavoritesSkeleton />}>
        {(answer) => {
          const cars = mergeRows(answer.pages, (page) => page.favorites)
          if (cars.length === 0)
            return (
              <DashboardEmptyList
                title={texts.empty}
                hint={texts.emptyHint}
                to={pages.cars}
                action={texts.toCars}
              />
            )
          return (
            <div className="stack-16">
              <ul className="rows db-rows">
                {cars.map((car) => (
                  <FavoriteRow key={car.id} car={car} onRemoved={() => setRemoved(car)} />
                ))}
              </ul>
              {cars.length > 1 && (
                <Link className="s" to={buildCarComparisonPath(listNewestSlugs(cars))}>
                  {texts.compare(Math.min(cars.length, maxCompared))}
                </Link>
              )}
            </div>
          )
        }}
      </QueryView>
      <MoreButton query={query} label={texts.more} className="db-more" />
    </>
  )
}

const listNewestSlugs = (cars: readonly FavoriteRead[]) =>
  cars.slice(0, maxCompared).map(({ slug }) => slug)

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
