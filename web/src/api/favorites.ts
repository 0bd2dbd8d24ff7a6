import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { FavoriteList } from './wire/content.ts'

/** The largest page of favourites that the service returns. */
const largestPage = 100
const favoriteTags = [listTag('Favorite')]

export const favoritesApi = injectCalls(({ build, list, put, remove }) => ({
  getFavoriteIds: build.query<string[], void>({
    queryFn: async (_arg, _api, _extra, send) => {
      const ids: string[] = []
      for (;;) {
        const params = { limit: largestPage, offset: ids.length }
        const answer = await send({ url: calls.favorites, params })
        if (answer.error) return { error: answer.error }
        const { favorites, total } = answer.data as FavoriteList
        ids.push(...favorites.map(({ id }) => id))
        if (favorites.length === 0 || ids.length >= total) return { data: ids }
      }
    },
    providesTags: favoriteTags,
  }),
  setFavorite: build.mutation<unknown, { id: string; isFavorite: boolean }>({
    query: ({ id, isFavorite }) => ({
      url: calls.favorite(id),
      method: isFavorite ? 'PUT' : 'DELETE',
    }),
    invalidatesTags: favoriteTags,
    // An optimistic update; an error reverts it.
    onQueryStarted: async ({ id, isFavorite }, { dispatch, queryFulfilled }) => {
      const update = dispatch(
        favoritesApi.util.updateQueryData('getFavoriteIds', undefined, (ids) =>
          isFavorite ? [...ids, id] : ids.filter((favorite) => favorite !== id),
        ),
      )
      await queryFulfilled.catch(update.undo)
    },
  }),
  getMyFavorites: list(calls.favorites, {
    type: 'Favorite',
    pageSize: 20,
    rows: ({ favorites }) => favorites,
  }),
  keepFavorite: put(
    ({ car, note }: { car: string; note: string | null }) => ({
      url: calls.favorite(car),
      body: { note },
    }),
    // A note changes one row. Restoring a car adds a row.
    (_answer, _error, { car }) => [...favoriteTags, { type: 'Favorite', id: car }],
  ),
  dropFavorite: remove(calls.favorite, favoriteTags),
}))

export const {
  useGetFavoriteIdsQuery,
  useSetFavoriteMutation,
  useGetMyFavoritesInfiniteQuery,
  useKeepFavoriteMutation,
  useDropFavoriteMutation,
} = favoritesApi
