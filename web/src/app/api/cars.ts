import { calls } from '../calls.ts'
import { startUp } from '../limits.ts'
import type { CarAnswer, CarRead } from '../wire/content.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'

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

export const carsApi = injectCalls(({ build, get, list }) => ({
  getCars: list(
    (filters: Readonly<Record<string, string>>) => ({
      url: calls.cars,
      params: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    }),
    { type: 'Car', pageSize: 12, rows: ({ cars }) => cars },
  ),
  getFeaturedCars: get(
    () => ({ url: calls.featuredCars, params: { limit: startUp.featuredCars } }),
    [listTag('Car')],
  ),
  getCar: build.query<CarRead, string>({
    query: (slug) => calls.car(slug),
    transformResponse: ({ car }: CarAnswer) => ({ ...carDefaults, ...car }),
    providesTags: (_car, _error, slug) => [{ type: 'Car', id: slug }],
  }),
}))

export const { useGetCarsInfiniteQuery, useGetFeaturedCarsQuery, useGetCarQuery } = carsApi
