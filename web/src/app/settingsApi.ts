import { api } from './api.ts'
import { calls } from './calls.ts'
import type { SiteSettingsRead } from './wire/content.ts'

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<SiteSettingsRead, void>({
      query: () => calls.settings,
      providesTags: ['Settings'],
    }),
  }),
})
