import type { UnknownAction } from '@reduxjs/toolkit'
import { createEvent } from '../app/events.ts'
import { brandPrices } from '../shared/brand.ts'
import { initialSettings } from './initialSettings.ts'
import type { SiteSettingsRead } from './wire/content.ts'

/** `russianOnly`: show the Russian variant of the texts that the specification has in English. */
export type SiteSettings = Required<
  Omit<SiteSettingsRead, 'success' | 'version' | 'servicePrices'>
> & {
  servicePrices: typeof brandPrices
}

const settingsFallback: SiteSettings = {
  ...initialSettings,
  russianOnly: false,
  yearsDesktop: '3+',
  yearsMobile: '10+',
  widgets: {},
  servicePrices: brandPrices,
}

/** Each empty field falls back on its own: a missing phone does not remove the address. */
function withFallbacks(received: SiteSettingsRead): SiteSettings {
  const given = Object.entries(received).filter(([, value]) => value !== null && value !== '')
  const servicePrices = { ...brandPrices, ...received.servicePrices }
  return { ...settingsFallback, ...Object.fromEntries(given), servicePrices }
}

export const settingsReceived = createEvent<SiteSettingsRead>('settings/settingsReceived')

/** A copy of the server's response, so that the shell can be rendered without the data client. */
export const settingsReducer = (
  settings = settingsFallback,
  action: UnknownAction,
): SiteSettings => (settingsReceived.match(action) ? withFallbacks(action.payload) : settings)

export const selectSettings = ({ settings }: { settings: SiteSettings }) => settings
