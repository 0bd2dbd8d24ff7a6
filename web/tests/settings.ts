import { settingsApi } from '../src/api/settingsApi.ts'
import type { SiteSettingsRead } from '../src/api/wire/content.ts'
import type { AppStore } from '../src/app/store.ts'

/** Puts a settings response into the cache, as if the server had sent it. */
export function receiveSettings({ dispatch }: AppStore, settings: Partial<SiteSettingsRead>): void {
  dispatch(
    settingsApi.util.upsertQueryEntries([
      { endpointName: 'getSettings', arg: undefined, value: settings as SiteSettingsRead },
    ]),
  )
}
