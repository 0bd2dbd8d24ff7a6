// Values set by the build, checked once: a page without a version could never detect a new release.

declare const __APP_VERSION__: string
declare const __PUBLIC_URL__: string
declare const __PAGE_COLORS__: { light: string; dark: string }

function required(name: string, value: string): string {
  if (!value) throw new Error(`The build needs ${name}.`)
  return value
}

/** One build works under any address: scripts/siteAddress.mjs writes it into the pages, and it is read here. */
function siteAddress(): string {
  const fromPage =
    typeof document === 'undefined'
      ? null
      : document.querySelector('meta[name="site-address"]')?.getAttribute('content')
  return (fromPage || required('PUBLIC_URL', __PUBLIC_URL__)).replace(/\/$/, '')
}

export const env = {
  appVersion: required('APP_VERSION', __APP_VERSION__),
  /** The public origin for canonical addresses, without a trailing slash. */
  publicUrl: siteAddress(),
  /** The page's colour in both themes, for the browser's own bars; from the theme file. */
  pageColors: __PAGE_COLORS__,
  isDevelopment: import.meta.env.DEV,
}

/** Calls need a whole address outside browsers (tests, prerendering). */
export const origin = typeof location === 'undefined' ? env.publicUrl : location.origin
