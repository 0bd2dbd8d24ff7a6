import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { brand } from './brand.ts'
import type { SiteSettingsRead } from './wire/content.ts'

/** `russianOnly`: show the Russian variant of the texts that the specification wants in English. */
export type SiteSettings = Required<Omit<SiteSettingsRead, 'success' | 'version'>>

export const settingsFallback: SiteSettings = {
  siteName: brand.siteName,
  siteDescription: brand.siteDescription,
  contactPhone: brand.contactPhone,
  contactEmail: brand.contactEmail,
  contactAddress: brand.contactAddress,
  showroomAddress: brand.showroomAddress,
  workingHours: brand.workingHours,
  russianOnly: false,
  yearsDesktop: '3+',
  yearsMobile: '10+',
  widgets: {},
}

/** Empty answers fall back one by one: a missing phone must not take the address with it. */
function withFallbacks(received: SiteSettingsRead): SiteSettings {
  const given = Object.entries(received).filter(([, value]) => value !== null && value !== '')
  return { ...settingsFallback, ...Object.fromEntries(given) }
}

/** A copy of the server's answer, so that the shell needs no data client to be drawn. */
export const settingsSlice = createSlice({
  name: 'settings',
  initialState: settingsFallback,
  reducers: {
    settingsReceived: (_settings, { payload }: PayloadAction<SiteSettingsRead>) =>
      withFallbacks(payload),
  },
  selectors: { selectSettings: (settings) => settings },
})

export const { settingsReceived } = settingsSlice.actions
export const { selectSettings } = settingsSlice.selectors
