import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { CarAnswer, CarList, CarRead, FavoriteList } from '../../app/wire/content.ts'
import type { CarFilters } from './carFilters.ts'

const pageSize = 12
/** The largest page of favourites that the service gives. */
const favoritesPage = 100
/** What an answer may lack, so that the page of a car is not blank without it. */
const carDefaults = {
  images: [],
  related: [],
  tags: [],
  image_url: null,
  price_rub: null,
  price_eur: null,
  length_mm: null,
}

export const carsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCars: build.infiniteQuery<CarList, CarFilters, number>({
      query: ({ queryArg, pageParam }) => ({
        url: calls.cars,
        params: {
          ...Object.fromEntries(Object.entries(queryArg).filter(([, value]) => value !== '')),
          limit: pageSize,
          offset: pageParam,
        },
      }),
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last, pages) =>
          last.hasMore ? pages.reduce((sum, page) => sum + page.cars.length, 0) : undefined,
      },
      providesTags: ['Car'],
    }),
    getCar: build.query<CarRead, string>({
      query: (slug) => calls.car(slug),
      transformResponse: ({ car }: CarAnswer) => ({ ...carDefaults, ...car }),
      providesTags: ['Car'],
    }),
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
      providesTags: ['Favorite'],
    }),
    setFavorite: build.mutation<unknown, { id: string; isFavorite: boolean }>({
      query: ({ id, isFavorite }) => ({
        url: calls.favorite(id),
        method: isFavorite ? 'PUT' : 'DELETE',
      }),
      invalidatesTags: ['Favorite'],
    }),
  }),
})

export const {
  useGetCarsInfiniteQuery,
  useGetCarQuery,
  useGetFavoriteIdsQuery,
  useSetFavoriteMutation,
} = carsApi
