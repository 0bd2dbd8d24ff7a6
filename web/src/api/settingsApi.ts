import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'

export const settingsApi = injectCalls(({ get }) => ({
  getSettings: get(calls.settings, ['Settings']),
}))
