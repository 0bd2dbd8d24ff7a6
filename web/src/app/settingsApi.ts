import { injectCalls } from './api/endpoints.ts'
import { calls } from './calls.ts'

export const settingsApi = injectCalls(({ get }) => ({
  getSettings: get(calls.settings, ['Settings']),
}))
