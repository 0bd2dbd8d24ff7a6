import { api } from '../../app/api.ts'
import { calls } from '../../app/paths.ts'
import type { TeamList } from '../../app/wire/content.ts'

export const aboutApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTeam: build.query<TeamList, void>({ query: () => calls.team, providesTags: ['TeamMember'] }),
  }),
})

export const { useGetTeamQuery } = aboutApi
