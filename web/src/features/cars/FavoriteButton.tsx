import { ActionError } from '../../app/ActionError.tsx'
import { useGetFavoriteIdsQuery, useSetFavoriteMutation } from '../../app/api/favorites.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { pages } from '../../app/paths.ts'
import { selectUser } from '../../app/sessionSlice.ts'
import { signInRequested } from '../../app/signInSlice.ts'
import { car as texts } from '../../app/texts/cars.ts'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

/** A visitor is asked to sign in first: favourites live in the personal area. */
export function FavoriteButton({ id, slug }: { id: string; slug: string }) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { data: favorites } = useGetFavoriteIdsQuery(undefined, { skip: !user })
  const [set, { isLoading, error }] = useSetFavoriteMutation()
  const isFavorite = Boolean(user && favorites?.includes(id))
  function press() {
    if (user) void set({ id, isFavorite: !isFavorite })
    else dispatch(signInRequested({ next: pages.car(slug) }))
  }
  return (
    <>
      <Button variant="line" aria-pressed={isFavorite} disabled={isLoading} onClick={press}>
        <Icon name="heart" filled={isFavorite} />
        {isFavorite ? texts.unfavorite : texts.favorite}
      </Button>
      <ActionError error={error} fallback={texts.favoriteFailed} className="s" />
    </>
  )
}
