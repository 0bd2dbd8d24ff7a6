import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import type { TeamList } from '../../api/wire/content.ts'
import { team as texts } from '../../shared/texts/team.ts'
import { completeMember, type Member, type PartialMember } from './member.ts'

export const { useGetTeamQuery } = injectCalls(({ build }) => ({
  /** A response with status 200 may also report a failure in its body. */
  getTeam: build.query<Member[], void>({
    async queryFn(_nothing, _api, _options, ask) {
      const answer = await ask(calls.team)
      if (answer.error) return { error: answer.error }
      const { success, team, error } = answer.data as Partial<TeamList> & { error?: string }
      if (success !== false && !error)
        return { data: (team ?? []).map((member: PartialMember) => completeMember(member)) }
      const message = error ?? texts.unknown
      const hasNoServerMessage = error ? undefined : true
      return { error: { status: 200, code: 'team_failed', message, hasNoServerMessage } }
    },
    providesTags: ['TeamMember'],
  }),
}))
