import { api } from '../../app/api.ts'
import { startUp } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import type { CalculationRead, CalculationRequest } from '../../app/wire/calculator.ts'
import type { FeaturedCars, PostList } from '../../app/wire/content.ts'

export const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFeaturedCars: build.query<FeaturedCars, void>({
      query: () => ({ url: calls.featuredCars, params: { limit: startUp.featuredCars } }),
      providesTags: ['Car'],
    }),
    getLatestPosts: build.query<PostList, void>({
      query: () => ({ url: calls.posts, params: { limit: startUp.blogPosts } }),
      providesTags: ['Post'],
    }),
    /** A calculation changes nothing on the server, so it is a cached query. */
    estimateCost: build.query<CalculationRead, CalculationRequest>({
      query: (body) => ({ url: calls.calculate, method: 'POST', body }),
    }),
  }),
})

export const { useGetFeaturedCarsQuery, useGetLatestPostsQuery, useEstimateCostQuery } = homeApi
