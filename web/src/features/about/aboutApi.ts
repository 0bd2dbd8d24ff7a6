import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { Problem } from '../../app/problem.ts'
import { team as texts } from '../../app/texts/team.ts'
import type { TeamList } from '../../app/wire/content.ts'
import { type Member, memberOf, type PartialMember } from './member.ts'

export const aboutApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** An answer may also say in its body that it failed. */
    getTeam: build.query<Member[], void>({
      async queryFn(_nothing, _api, _options, ask) {
        const answer = await ask(calls.team)
        if (answer.error) return { error: answer.error as Problem }
        const { success, team, error } = answer.data as Partial<TeamList>
        if (success !== false && !error)
          return { data: (team ?? []).map((one: PartialMember) => memberOf(one)) }
        const hasNoServerMessage = error ? undefined : true
        return {
          error: {
            status: 200,
            code: 'team_failed',
            message: error ?? texts.unknown,
            hasNoServerMessage,
          },
        }
      },
      providesTags: ['TeamMember'],
    }),
  }),
})

export const { useGetTeamQuery } = aboutApi
