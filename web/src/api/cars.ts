import { startUp } from '../shared/limits.ts'
import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { readServedAnswer } from './servedRecord.ts'
import { listTag } from './tags.ts'
import type { CarAnswer, CarRead } from './wire/content.ts'

/** Values for fields that a response may lack, so that the page of a car is not blank. */
const carDefaults = {
  images: [],
  related: [],
  tags: [],
  image_url: null,
  price_rub: null,
  price_eur: null,
  length_mm: null,
}

const completeCar = ({ car }: CarAnswer): CarRead => ({ ...carDefaults, ...car })

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
    transformResponse: completeCar,
    providesTags: (_car, _error, slug) => [{ type: 'Car', id: slug }],
  }),
}))

export const { useGetCarsInfiniteQuery, useGetFeaturedCarsQuery, useGetCarQuery } = carsApi

readServedAnswer<CarAnswer>('car', (answer, { dispatch }, isOld) => {
  const value = completeCar(answer)
  dispatch(carsApi.util.upsertQueryEntries([{ endpointName: 'getCar', arg: value.slug, value }]))
  const refetchOptions = { forceRefetch: true, subscribe: false }
  if (isOld) dispatch(carsApi.endpoints.getCar.initiate(value.slug, refetchOptions))
})
