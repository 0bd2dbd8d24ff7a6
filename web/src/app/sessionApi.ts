import { injectCalls } from './api/endpoints.ts'
import { calls } from './calls.ts'

export const sessionApi = injectCalls(({ get, post }) => ({
  getMe: get(calls.me, ['Me']),
  signOut: post(calls.logout),
  checkHealth: get(calls.health),
}))
