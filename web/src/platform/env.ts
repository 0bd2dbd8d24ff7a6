// Values set by the build, checked once. For example, a page without a version could never detect a
// new release.

declare const __APP_VERSION__: string
declare const __PUBLIC_URL__: string
declare const __PAGE_COLORS__: { light: string; dark: string }

function requireValue(name: string, value: string): string {
  if (!value) throw new Error(`The build needs ${name}.`)
  return value
}

/**
 * One build works at any address: scripts/siteAddress.mjs writes it into the pages, and this
 * function reads it.
 */
function readSiteAddress(): string {
  const fromPage = globalThis.document
    ?.querySelector('meta[name="site-address"]')
    ?.getAttribute('content')
  return (fromPage || requireValue('PUBLIC_URL', __PUBLIC_URL__)).replace(/\/$/, '')
}

export const env = {
  appVersion: requireValue('APP_VERSION', __APP_VERSION__),
  /** Public origin of canonical URLs, without a trailing slash. */
  publicUrl: readSiteAddress(),
  /** Background colours of both themes for the browser's own UI, from the theme file. */
  pageColors: __PAGE_COLORS__,
  isDevelopment: import.meta.env.DEV,
}

/** Outside of browsers (tests, prerendering) requests need an absolute URL. */
export const origin = typeof location === 'undefined' ? env.publicUrl : location.origin
