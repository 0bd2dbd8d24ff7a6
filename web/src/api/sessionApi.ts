import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'

export const sessionApi = injectCalls(({ get, post }) => ({
  getMe: get(calls.me, ['Me']),
  signOut: post(calls.logout),
  checkHealth: get(calls.health),
}))
