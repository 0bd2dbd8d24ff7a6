import { useGetFavoriteIdsQuery, useSetFavoriteMutation } from '../../api/favorites.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import type { CarOffer } from '../../app/wire/content.ts'
import { pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { car as texts } from '../../shared/texts/cars.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The heart on a card of the catalogue. A visitor signs in first. */
export function FavoriteHeart({ car }: { car: CarOffer }) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { data: favorites } = useGetFavoriteIdsQuery(undefined, { skip: !user })
  const [set, { isLoading }] = useSetFavoriteMutation()
  const isFavorite = Boolean(user && favorites?.includes(car.id))
  const name = `${car.brand} ${car.model}`
  function press() {
    if (user) void set({ id: car.id, isFavorite: !isFavorite })
    else dispatch(signInRequested({ next: pages.car(car.slug) }))
  }
  return (
    <button
      type="button"
      className="ui-iconbtn car-mark"
      aria-label={texts.keep(name)}
      aria-pressed={isFavorite}
      disabled={isLoading}
      onClick={press}
    >
      <Icon name="heart" filled={isFavorite} />
    </button>
  )
}
