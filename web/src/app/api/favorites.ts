import { api } from '../api.ts'
import { calls } from '../calls.ts'
import type { Done, FavoriteAnswer, FavoriteList } from '../wire/content.ts'
import { offsetPages } from './offsetPages.ts'
import { listTag, rowTags } from './tags.ts'

const rowPage = 20
/** The largest page of favourites that the service gives. */
const favoritesPage = 100

export const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFavoriteIds: build.query<string[], void>({
      queryFn: async (_arg, _api, _extra, send) => {
        const ids: string[] = []
        for (;;) {
          const params = { limit: favoritesPage, offset: ids.length }
          const answer = await send({ url: calls.favorites, params })
          if (answer.error) return { error: answer.error }
          const { favorites, total } = answer.data as FavoriteList
          ids.push(...favorites.map(({ id }) => id))
          if (favorites.length === 0 || ids.length >= total) return { data: ids }
        }
      },
      providesTags: [listTag('Favorite')],
    }),
    setFavorite: build.mutation<unknown, { id: string; isFavorite: boolean }>({
      query: ({ id, isFavorite }) => ({
        url: calls.favorite(id),
        method: isFavorite ? 'PUT' : 'DELETE',
      }),
      invalidatesTags: [listTag('Favorite')],
    }),
    getMyFavorites: build.infiniteQuery<FavoriteList, void, number>({
      query: ({ pageParam }) => ({
        url: calls.favorites,
        params: { limit: rowPage, offset: pageParam },
      }),
      infiniteQueryOptions: offsetPages<FavoriteList>((answer) => answer.favorites.length),
      providesTags: (list) =>
        rowTags(
          'Favorite',
          list?.pages.flatMap((page) => page.favorites),
        ),
    }),
    keepFavorite: build.mutation<FavoriteAnswer, { car: string; note: string | null }>({
      query: ({ car, note }) => ({ url: calls.favorite(car), method: 'PUT', body: { note } }),
      // A note changes one row; a restored car is a new one.
      invalidatesTags: (_answer, _error, { car }) => [
        listTag('Favorite'),
        { type: 'Favorite', id: car },
      ],
    }),
    dropFavorite: build.mutation<Done, string>({
      query: (car) => ({ url: calls.favorite(car), method: 'DELETE' }),
      invalidatesTags: [listTag('Favorite')],
    }),
  }),
})

export const {
  useGetFavoriteIdsQuery,
  useSetFavoriteMutation,
  useGetMyFavoritesInfiniteQuery,
  useKeepFavoriteMutation,
  useDropFavoriteMutation,
} = favoritesApi
