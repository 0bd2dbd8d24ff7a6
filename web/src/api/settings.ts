import { useAppSelector } from '../app/hooks.ts'
import { type SiteSettings, selectSettings } from './settingsSlice.ts'

export type { SiteSettings }

/** The site settings, or the built-in defaults until they are loaded. */
export function useSettings(): SiteSettings {
  return useAppSelector(selectSettings)
}
