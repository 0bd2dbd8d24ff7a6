import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { HealthRead, LogLine, VersionRead } from '../../app/wire/status.ts'

export const debugApi = api.injectEndpoints({
  endpoints: (build) => ({
    getVersion: build.query<VersionRead, void>({
      query: () => ({ url: calls.version, params: { at: Date.now() }, cache: 'no-store' }),
    }),
    /** A service that is down answers 503 with the same body, so that body is used too. */
    getHealth: build.query<HealthRead, void>({
      query: () => ({
        url: calls.health,
        validateStatus: ({ status }) => status === 200 || status === 503,
      }),
    }),
    sendLog: build.mutation<unknown, LogLine[]>({
      query: (body) => ({ url: calls.logs, method: 'POST', body }),
    }),
  }),
})

export const { useGetVersionQuery, useGetHealthQuery, useSendLogMutation } = debugApi
