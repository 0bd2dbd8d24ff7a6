// The site settings: the server's values from the cache of the API client, with a built-in value
// for each empty field.

import { createSelector } from '@reduxjs/toolkit'
import { useAppSelector } from '../app/hooks.ts'
import type { RootState } from '../app/store.ts'
import { brandPrices } from '../shared/brand.ts'
import { initialSettings } from './initialSettings.ts'
import type { SiteSettingsRead } from './wire/content.ts'

/** `russianOnly`: show the Russian variant of texts that the specification has in English. */
export type SiteSettings = Required<
  Omit<SiteSettingsRead, 'success' | 'version' | 'servicePrices' | 'requisites' | 'reservation'>
> & {
  /** The terms of reservations. They are known once the settings are loaded. */
  reservation?: SiteSettingsRead['reservation']
  servicePrices: typeof brandPrices
}

const builtIn: SiteSettings = {
  ...initialSettings,
  russianOnly: false,
  yearsDesktop: '3+',
  yearsMobile: '10+',
  widgets: {},
  servicePrices: brandPrices,
  schedule: [],
  exceptions: [],
  openDays: [],
}

/** Each empty field has its own fallback: a missing phone does not remove the address. */
function addFallbacks(received: SiteSettingsRead | undefined): SiteSettings {
  if (!received) return builtIn
  const filled = Object.entries(received).filter(([, value]) => value !== null && value !== '')
  const servicePrices = { ...brandPrices, ...received.servicePrices }
  return { ...builtIn, ...Object.fromEntries(filled), servicePrices }
}

/**
 * Cache entry of `getSettings` (settingsApi.ts). The shell renders before the API client is loaded,
 * so it reads the entry by its key.
 */
const selectReceived = (state: Pick<RootState, 'api'>) =>
  state.api?.queries['getSettings(undefined)']?.data as SiteSettingsRead | undefined

export const selectSettings = createSelector([selectReceived], addFallbacks)

/** The site settings, or the built-in ones until they are loaded. */
export const useSettings = (): SiteSettings => useAppSelector(selectSettings)
