import { useEffect } from 'react'
import { useGetFavoriteIdsQuery, useSetFavoriteMutation } from '../../api/favorites.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import type { CarOffer } from '../../api/wire/content.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { car as texts } from '../../shared/texts/cars.ts'
import { rememberIntent, takeIntent } from './signInIntent.ts'

type FavoriteCar = Pick<CarOffer, 'id' | 'slug' | 'brand' | 'model'>

/** Adds a car to the favourites or removes it. A visitor signs in first; then the car is added. */
export function useFavorite({ id, slug, brand, model }: FavoriteCar) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { data: favorites } = useGetFavoriteIdsQuery(undefined, { skip: !user })
  const [set, { isLoading, error }] = useSetFavoriteMutation()
  const isFavorite = Boolean(user && favorites?.includes(id))
  useEffect(() => {
    if (user && favorites && takeIntent('favorite', id) && !favorites.includes(id))
      void set({ id, isFavorite: true })
  }, [user, favorites, id, set])
  function press() {
    if (user) {
      void set({ id, isFavorite: !isFavorite })
      return
    }
    rememberIntent('favorite', id)
    dispatch(signInRequested({ next: pages.car(slug), reason: texts.toKeep(`${brand} ${model}`) }))
  }
  return { isFavorite, isLoading, error, press }
}
