// Titles are prerendered with the built-in company name; the settings may have another one.

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { initialSettings } from '../../app/initialSettings.ts'
import { useSettings } from '../../app/settings.ts'

export function useDocumentTitle() {
  const { siteName } = useSettings()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another title.
  useEffect(() => {
    const builtIn = ` — ${initialSettings.siteName}`
    if (siteName === initialSettings.siteName || !document.title.endsWith(builtIn)) return
    document.title = `${document.title.slice(0, -builtIn.length)} — ${siteName}`
  }, [siteName, key])
}
