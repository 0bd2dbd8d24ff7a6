import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { startUp } from '../../app/limits.ts'
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
  }),
})

export const { useGetFeaturedCarsQuery, useGetLatestPostsQuery } = homeApi
