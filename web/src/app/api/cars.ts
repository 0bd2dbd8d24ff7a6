import { api } from '../api.ts'
import { calls } from '../calls.ts'
import { startUp } from '../limits.ts'
import type { CarAnswer, CarList, CarRead, FeaturedCars } from '../wire/content.ts'
import { listTag } from './tags.ts'

const pageSize = 12
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

const carList = listTag('Car')

export const carsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCars: build.infiniteQuery<CarList, Readonly<Record<string, string>>, number>({
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
      providesTags: [carList],
    }),
    getFeaturedCars: build.query<FeaturedCars, void>({
      query: () => ({ url: calls.featuredCars, params: { limit: startUp.featuredCars } }),
      providesTags: [carList],
    }),
    getCar: build.query<CarRead, string>({
      query: (slug) => calls.car(slug),
      transformResponse: ({ car }: CarAnswer) => ({ ...carDefaults, ...car }),
      providesTags: (_car, _error, slug) => [{ type: 'Car', id: slug }],
    }),
  }),
})

export const { useGetCarsInfiniteQuery, useGetFeaturedCarsQuery, useGetCarQuery } = carsApi
