import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

export const { useGetVersionQuery, useGetHealthQuery, useSendLogMutation } = injectCalls(
  ({ get, post }) => ({
    getVersion: get(() => ({
      url: calls.version,
      params: { at: Date.now() },
      cache: 'no-store',
    })),
    /** If a service is down, the response is a 503 with the same body, which is used too. */
    getHealth: get(() => ({
      url: calls.health,
      validateStatus: ({ status }) => status === 200 || status === 503,
    })),
    sendLog: post(calls.logs),
  }),
)
