// Titles are prerendered with the built-in company name; the settings may have another one.

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { brand } from '../../app/brand.ts'
import { useSettings } from '../../app/settings.ts'

export function useDocumentTitle() {
  const { siteName } = useSettings()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another title.
  useEffect(() => {
    const builtIn = ` — ${brand.siteName}`
    if (siteName === brand.siteName || !document.title.endsWith(builtIn)) return
    document.title = `${document.title.slice(0, -builtIn.length)} — ${siteName}`
  }, [siteName, key])
}
