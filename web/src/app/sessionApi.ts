import { api } from './api.ts'
import { calls } from './calls.ts'
import type { User } from './sessionEvents.ts'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query<{ success: true; user: User }, void>({
      query: () => calls.me,
      providesTags: ['Me'],
    }),
    signOut: build.mutation<{ success: true }, void>({
      query: () => ({ url: calls.logout, method: 'POST' }),
    }),
    checkHealth: build.query<{ status: string }, void>({ query: () => calls.health }),
  }),
})
