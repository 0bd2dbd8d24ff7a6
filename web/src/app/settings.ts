import { useAppSelector } from './hooks.ts'
import { type SiteSettings, selectSettings } from './settingsSlice.ts'

export type { SiteSettings }

/** The site settings, or the built-in ones until they are known or when they cannot be had. */
export function useSettings(): SiteSettings {
  return useAppSelector(selectSettings)
}
